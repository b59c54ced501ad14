package java.lang;

/** The type of an argument that copies of constructors have besides their context, so that they are no program's. */
public final class JopBound {

    private JopBound() {
    }
}
