package com.jopdesign.sys;

import java.io.InputStream;

/**
 * Bytes from the UART. The line has no end: the byte 4, which terminals send for Ctrl-D, announces it. A second 4 after it makes
 * the two a byte 4 of the input; any other byte is the end. The UART is that of core 0, which other cores ask for a byte.
 */
public final class UartInput extends InputStream {

    /** What a terminal sends for Ctrl-D. */
    private static final int END_OF_TRANSMISSION = 4;

    private static boolean ended;

    @Override
    public synchronized int read() {
        if (ended) {
            return -1;
        }
        int b = received();
        if (b == END_OF_TRANSMISSION && received() != END_OF_TRANSMISSION) {
            ended = true;
            return -1;
        }
        return b;
    }

    private static int received() {
        if (Native.rd(Const.IO_CPU_ID) != 0) {
            return Output.receive();
        }
        while ((Native.rd(Const.IO_UART_STATUS) & 2) == 0) {
            // Nothing has come yet.
        }
        return Native.rd(Const.IO_UART) & 0xff;
    }

    @Override
    public int available() {
        return Native.rd(Const.IO_CPU_ID) != 0 ? 0 : Native.rd(Const.IO_UART_STATUS) >>> 1 & 1;
    }
}
