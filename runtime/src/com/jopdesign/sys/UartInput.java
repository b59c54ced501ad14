package com.jopdesign.sys;

import java.io.InputStream;

/** Bytes from the UART. There is no end: a read waits until a byte comes. */
public final class UartInput extends InputStream {

    @Override
    public int read() {
        while ((Native.rd(Const.IO_UART_STATUS) & 2) == 0) {
            // Nothing has come yet.
        }
        return Native.rd(Const.IO_UART) & 0xff;
    }

    @Override
    public int available() {
        return Native.rd(Const.IO_UART_STATUS) >>> 1 & 1;
    }
}
