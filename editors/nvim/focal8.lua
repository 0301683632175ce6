-- FOCAL and PAL in Neovim, with the debugger plugin nvim-dap (https://github.com/mfussenegger/nvim-dap).
--
-- Copy this file to ~/.config/nvim/plugin/focal8.lua. In a program, :DapToggleBreakpoint sets a breakpoint, :DapContinue
-- begins, and `:lua require('dap').step_back()` and `:lua require('dap').reverse_continue()` go back in time.

vim.filetype.add({ extension = { fc = 'focal', pal = 'pal', pa = 'pal' } })
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'pal',
  callback = function() vim.bo.commentstring = '/ %s' end,
})

local dap = require('dap')
dap.adapters.focal8 = { type = 'executable', command = 'focal8', args = { 'dap' } }

local function configuration(name, more)
  return vim.tbl_extend('error', { type = 'focal8', request = 'launch', name = name, program = '${file}' }, more)
end

dap.configurations.focal = {
  configuration('FOCAL', { stopOnEntry = true }),
  configuration('FOCAL, native', { stopOnEntry = true, performer = 'native' }),
}
dap.configurations.pal = { configuration('PAL', { stopOnEntry = true }) }
