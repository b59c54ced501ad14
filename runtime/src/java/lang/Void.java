package java.lang;

/** The type of what is always null. */
public final class Void {

    private Void() {
    }
}
