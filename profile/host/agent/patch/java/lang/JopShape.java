package java.lang;

/** What frames of a method of our library's programs look like on JOP, by the place in its linked code. */
public final class JopShape {

    /** Address of the method's structure. */
    final int structure;

    /** Class and method as the host's stack traces name them. */
    String owner;
    String name;

    /** The saved pc while what an instruction calls runs, and behind it. */
    public final char[] calls;
    public final char[] ends;

    /** Words of operands below the arguments of what an instruction calls, and behind it. */
    public final char[] below;
    public final char[] behind;

    /** Whether an instruction calls a method of the very object. */
    public final boolean[] passesThis;

    public JopShape(int structure, int bytes) {
        this.structure = structure;
        calls = new char[bytes];
        ends = new char[bytes];
        below = new char[bytes];
        behind = new char[bytes];
        passesThis = new boolean[bytes];
    }
}
