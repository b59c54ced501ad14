version = 1
v0 ?
v1 ?
v2 ?
v3 ?
v4 ?
v5 ?
v6 ?
v7 ?
v8 ?
v9 ?
v10 ?
v11 ?
v12 ?
v13 ?
v14 ?
v15 ?
v16 ?
v17 ?
v18 ?
v19 ?
v20 ?
v21 ?
v22 ?
v23 ?
v24 ?
v25 ?
v26 ?
v27 ?
v28 ?
v29 ?
v30 ?
v31 ?
v32 ?
//= error: too many variables
//=   --> a-variable-too-many.asm:34:1
//=    |
//= 34 | v32 ?
//=    | ^^^ the 33rd variable
//=    |
//= help: 32 fit; share scratch variables
