;;; focal8.el --- FOCAL and PAL programs for the PDP-8 -*- lexical-binding: t; -*-

;;; Commentary:

;; Modes for FOCAL (.fc) and PAL (.pal, .pa), and a configuration of the debugger package dape
;; (https://github.com/svaante/dape).  Put this file into your `load-path', and (require 'focal8)
;; into your init file.  In a program, M-x dape begins, and dape-breakpoint-toggle sets a
;; breakpoint.

;;; Code:

(defvar dape-configs)

(defvar focal8-pal-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "." table)
    table)
  "The syntax of PAL: a comment begins with a slash.")

;;;###autoload
(define-derived-mode focal8-focal-mode prog-mode "FOCAL"
  "A mode for FOCAL programs."
  (setq-local comment-start "C ")
  (setq-local comment-end ""))

;;;###autoload
(define-derived-mode focal8-pal-mode prog-mode "PAL"
  "A mode for PAL sources."
  (setq-local comment-start "/ ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.fc\\'" . focal8-focal-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pal?\\'" . focal8-pal-mode))

(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(focal8 modes (focal8-focal-mode focal8-pal-mode)
                        command "focal8" command-args ("dap")
                        :type "focal8" :request "launch"
                        :program dape-buffer-default :stopOnEntry t)))

(provide 'focal8)
;;; focal8.el ends here
