package com.jopdesign.sys;

/** A number whose class writes the text for a letter of a format, so that only programs with such numbers link that code. */
public interface BigNumber {

    /** The text for a conversion with a precision, which is -1 where none is given; null if the conversion has none. */
    String textFor(char letter, int precision);
}
