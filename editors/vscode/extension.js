// The extension's only code: it starts the debug adapter, `focal8 dap`.

const vscode = require('vscode');

/** Returns the program of the setting `focal8.path`; a bare name is searched on the PATH. */
function program() {
  return vscode.workspace.getConfiguration('focal8').get('path') || 'focal8';
}

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ['dap']),
  };
  const provider = {
    // F5 in a file without a launch.json debugs this file.
    resolveDebugConfiguration(_folder, configuration) {
      const editor = vscode.window.activeTextEditor;
      if (!configuration.type && editor && ['focal', 'pal'].includes(editor.document.languageId)) {
        Object.assign(configuration, {
          type: 'focal8', request: 'launch', name: 'focal8', program: '${file}', stopOnEntry: true,
        });
      }
      return configuration;
    },
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('focal8', factory),
    vscode.debug.registerDebugConfigurationProvider('focal8', provider),
  );
};
