⍝ Three-man chess in the round: can, which pieces can ever move by a vector, and addvec, where a vector leads.
⍝ Written from the rules of the board. The native can is its twin: focal8 threeman verify compares all answers.

ROOK←1 ⋄ KNIGHT←2 ⋄ BISHOP←3 ⋄ QUEEN←4 ⋄ KING←5 ⋄ PAWN←6 ⋄ PAWNCENTER←7

⍝ The readings of the notes: whether a full turn counts both ways, the longest diagonal, the king's square.
both_ways←0 ⋄ longest←11 ⋄ king_square←'0 5'

∇r←figtype can vec
  r←0
  :if vec≡0 0 ⋄ :return ⋄ :end
  :select figtype
  :case ROOK
    :if 0=vec[1]
      r←~24≤vec[2]⌈both_ways×|vec[2]
    :elseif 0=vec[2]
      r←line vec[1]
    :end
  :case BISHOP
    :if =/|vec
      :if (longest<vec[1])∧longest<|vec[2] ⋄ :return ⋄ :end
      r←line vec[1]
    :end
  :case QUEEN
    :if 0∊vec ⋄ r←ROOK ∇ vec ⋄ :else ⋄ r←BISHOP ∇ vec ⋄ :end
  :case KNIGHT
    :if 2=×/|vec ⋄ r←behind vec[1] ⋄ :end
  :case KING
    :if ∧/1≥|vec
      r←behind vec[1]
    :elseif (0=vec[1])∧2=|vec[2]
      r←king_square,'≡8|'
    :end
  :case PAWN
    :if (1=vec[1])∧1≥|vec[2]
      r←'1≠1⌷'
    :elseif vec≡2 0
      r←'2=1⌷'
    :end
  :case PAWNCENTER
    :if (¯1=vec[1])∧1≥|vec[2] ⋄ r←'1≠1⌷' ⋄ :end
  :end
∇

⍝ A line by n ranks ends on the board: on this side of the centre, or beyond it.
∇r←line n
  r←({n<0: '1≤' ⋄ '12≥'}),(⍕n),'+1⌷'
∇

⍝ A short step of n ranks: outward, there must be ranks behind.
∇r←behind n
  :select n
  :case ¯1 ⋄ r←'1≠1⌷'
  :case ¯2 ⋄ r←'2<1⌷'
  :else ⋄ r←1
  :end
∇

⍝ The square to which a vector leads.
∇to←square addvec vec;rank;across
  rank←square[1]+vec[1]
  :if rank≤6
    to←rank,turn square[2]+vec[2]
    :return
  :end
  across←12
  :if =/|vec ⋄ across←12+{vec[2]<0: ¯1 ⋄ 1} ⋄ :end
  to←(13-rank),turn square[2]+vec[2]+across
∇

⍝ The files go round the board.
∇r←turn file
  r←1+24|file-1
∇
