package java.lang;

/** Superclass of records; the linker makes their three methods from the components. */
public abstract class Record {

    protected Record() {
    }

    @Override
    public abstract boolean equals(Object other);

    @Override
    public abstract int hashCode();

    @Override
    public abstract String toString();
}
