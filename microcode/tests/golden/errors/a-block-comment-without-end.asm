version = 1
nop
  /* a comment
nop
//= error: block comment never ends
//=  --> a-block-comment-without-end.asm:3:3
//=   |
//= 3 |   /* a comment
//=   |   ^ starts here
