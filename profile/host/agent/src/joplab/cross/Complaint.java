package joplab.cross;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Tells `jop` what went wrong: it made a file for it, so that a full disk does not matter. Without the file, tells the user. */
final class Complaint {

    private Complaint() {
    }

    static void make(String out, String what) {
        File file = new File(out + ".failed");
        if (file.isFile()) {
            try (RandomAccessFile to = new RandomAccessFile(file, "rw")) {
                to.write((what + "\n").getBytes("UTF-8"));
                return;
            } catch (IOException unwritable) {
                System.err.println("jop: " + unwritable.getMessage());
            }
        }
        System.err.println("jop: " + what);
    }
}
