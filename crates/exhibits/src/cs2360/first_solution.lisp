; A first solution of the homework of CS 2360, summer 1998, in plain Common Lisp.
; The names of the functions and the form of a board are those of the handout.

(defvar *blank* '-)
(defvar *white* 'w)
(defvar *black* 'b)
(defvar *white-king* 'x)
(defvar *black-king* 'c)
(defvar *white-player* 'wp)
(defvar *black-player* 'bp)

; Players and pieces

(defun opponent (player)
  (if (equal player *white-player*) *black-player* *white-player*))

(defun kingp (piece)
  (or (equal piece *white-king*) (equal piece *black-king*)))

(defun owner (piece)
  (cond ((or (equal piece *white*) (equal piece *white-king*)) *white-player*)
        ((or (equal piece *black*) (equal piece *black-king*)) *black-player*)
        (t nil)))

(defun king-of (player)
  (if (equal player *white-player*) *white-king* *black-king*))

; Squares: the members of a board are numbered from 0. A square of n rows and
; columns is used if its row and its column are both even or both odd.

(defun board-size (board)
  "The number of rows of a board."
  (let ((n 5))
    (loop
      (if (>= (floor (+ (* n n) 1) 2) (length board))
          (return n)
          (incf n)))))

(defun square-at (row column n)
  "The number of the square in a row and a column; NIL beside the board."
  (if (and (< -1 row n) (< -1 column n))
      (floor (+ (* row n) column) 2)
      nil))

(defun row-of (square n)
  (floor (* 2 square) n))

(defun column-of (square n)
  (let ((column (mod (* 2 square) n)))
    (if (evenp (+ (row-of square n) column)) column (+ column 1))))

(defun far-row (player n)
  (if (equal player *white-player*) (- n 1) 0))

; Moves

(defun directions (piece player)
  "The directions of a piece, each as a step in rows and a step in columns."
  (cond ((kingp piece) '((-1 -1) (-1 1) (1 -1) (1 1)))
        ((equal player *white-player*) '((1 -1) (1 1)))
        (t '((-1 -1) (-1 1)))))

(defun neighbour (square direction n)
  "The next square in a direction; NIL beside the board."
  (square-at (+ (row-of square n) (first direction))
             (+ (column-of square n) (second direction))
             n))

(defun board-after (board from to over player n)
  "The board after a piece has moved, and has perhaps taken the piece on a square."
  (let ((piece (if (equal (row-of to n) (far-row player n))
                   (king-of player)
                   (nth from board)))
        (next (copy-list board)))
    (setf (nth from next) *blank*)
    (setf (nth to next) piece)
    (when over (setf (nth over next) *blank*))
    next))

(defun moves-in (board from direction player n)
  "The boards after a move in one direction: none, or one."
  (let* ((near (neighbour from direction n))
         (far (and near (neighbour near direction n))))
    (cond ((null near) nil)
          ((equal (nth near board) *blank*)
           (list (board-after board from near nil player n)))
          ((and far
                (equal (owner (nth near board)) (opponent player))
                (equal (nth far board) *blank*))
           (list (board-after board from far near player n)))
          (t nil))))

(defun move-gen (board whose-move)
  "The boards to which one move of a player leads."
  (let ((n (board-size board)) (from 0) (boards nil))
    (dolist (piece board boards)
      (when (equal (owner piece) whose-move)
        (dolist (direction (directions piece whose-move))
          (setq boards (append boards (moves-in board from direction whose-move n)))))
      (incf from))))

; The end of the game

(defun king-home-p (board player)
  "Whether a king of a player is on the player's own back row."
  (let ((n (board-size board)) (square 0) (home nil))
    (dolist (piece board home)
      (when (and (equal piece (king-of player))
                 (equal (row-of square n) (far-row (opponent player) n)))
        (setq home t))
      (incf square))))

(defun has-pieces-p (board player)
  (some #'(lambda (piece) (equal (owner piece) player)) board))

(defun winner (board whose-turn)
  "The player who has won; NIL if the game goes on."
  (let ((last (opponent whose-turn)))
    (cond ((or (king-home-p board last) (null (move-gen board whose-turn))) last)
          ((or (not (has-pieces-p board last)) (king-home-p board whose-turn)) whose-turn)
          (t nil))))

; The value of a board: a man counts 10, a king 30, a game won 1000000.

(defun piece-value (piece view)
  (let ((value (if (kingp piece) 30 10)))
    (cond ((null (owner piece)) 0)
          ((equal (owner piece) view) value)
          (t (- value)))))

(defun board-eval (board point-of-view whose-turn)
  "The value of a board to a player, without looking ahead."
  (let ((winner (winner board whose-turn)))
    (cond ((null winner)
           (apply #'+ (mapcar #'(lambda (piece) (piece-value piece point-of-view)) board)))
          ((equal winner point-of-view) 1000000)
          (t -1000000))))

; The search

(defun look-ahead (board point-of-view whose-turn depth)
  "The minimax value of a board to a player."
  (if (or (= depth 0) (winner board whose-turn))
      (board-eval board point-of-view whose-turn)
      (let ((values-after
              (mapcar #'(lambda (next)
                          (look-ahead next point-of-view (opponent whose-turn) (- depth 1)))
                      (move-gen board whose-turn))))
        (if (equal whose-turn point-of-view)
            (apply #'max values-after)
            (apply #'min values-after)))))

(defun checkers (board whose-turn depth trace)
  "The board after the best move; NIL if the game is over."
  (let ((best nil) (best-value nil))
    (unless (winner board whose-turn)
      (dolist (next (move-gen board whose-turn))
        (let ((value (look-ahead next whose-turn (opponent whose-turn) (- depth 1))))
          (when trace (format t "~a ~a~%" value next))
          (when (or (null best) (> value best-value))
            (setq best next)
            (setq best-value value)))))
    best))
