version = 1
#import "other.asm"
//= error: unknown directive `#import`
//=  --> a-directive-that-is-unknown.asm:2:1
//=   |
//= 2 | #import "other.asm"
//=   | ^^^^^^^ not a directive
//=   |
//= help: known are include, define, undef, if, ifdef, ifndef, elif, else, endif, error and warning
