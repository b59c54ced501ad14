package com.jopdesign.sys;

/**
 * Facts that the linker writes into the image, in place of the zeros of these static fields
 * (docs/image-runtime.md).
 */
public final class LinkInfo {

    /** Arguments of main; outside the heap. */
    static String[] arguments;

    /** Address of the table of linked classes: count, then 4 words for each, sorted by address. */
    static int classTable;

    /** Address of the table of linked methods: count, then 6 words for each, sorted by code address. */
    static int methodTable;

    /** Address of 12 words, indexed by element type code: descriptor of that primitive array, or 0. */
    static int primitiveArrays;

    private LinkInfo() {
    }
}
