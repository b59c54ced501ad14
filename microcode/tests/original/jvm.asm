/*
 *	Every freedom of the original assembler's syntax in one source (spec 10 sections 2 and 3).
 *	It's no program: "nothing" of it runs. #include "no such file" inside a comment includes nothing.
 */

//	Constants and variables, in tabs and mixed case.

version		= 20130708
io_status	=	-112
IO_Uart		= -111		/ a single slash comments, too: 1 / 2
nothing		=
half		= 2.9
huge		= 99999999999

#ifdef USB
usb_status	= -96
#define STATUS	usb_status
#else
#define STATUS	io_status
#endif

mp	?
CP	?		// found in capitals, used in small letters
a.b-c	?		// points and hyphens belong to words

#include "boot.inc"
#include "bytecodes.inc"

//	Variables and constants may follow their uses.

late	?
later	= 7
