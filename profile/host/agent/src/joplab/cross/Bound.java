package joplab.cross;

/** A method that calls with one target reach by its copy, which is given its context. */
final class Bound {

    /** The further argument of copies of constructors, always null: no class of a program has it. */
    static final String MARK = "java/lang/JopBound";

    /** Its name in profiles. */
    final String name;

    private int number = -1;

    Bound(String name) {
        this.name = name;
    }

    /** Its number, which code that calls it has before it is instrumented itself. */
    int number(Recording recording) {
        if (number < 0) {
            number = recording.reserve(name);
        }
        return number;
    }

    /** What the copy is called; constructors have a further argument instead. */
    static String copyName(String name) {
        return name.equals("<init>") ? name : name + JopFrames.COPY;
    }

    /** Arguments and result of the copy. */
    static String copyDescriptor(String name, String descriptor) {
        String more = name.equals("<init>") ? "JL" + MARK + ";" : "J";
        return descriptor.replace(")", more + ")");
    }
}
