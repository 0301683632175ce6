ROOK←1 ⋄ KING←5
r ← figtype reach vec   ⍝ a sketch, not the published function
  :select figtype
  :case ROOK
    :if 0=vec[1] ⋄ :andif 24>∣vec[2]
      r←1
    :elseif 0=vec[2]
      r←({vec[1]<0: '1≤' ⋄ '12≥'}),(⍕vec[1]),'+1⌷'
    :else
      r←0
    :endif
  :case KING
    :if vec<2
      r←1
    :endif
  :end
