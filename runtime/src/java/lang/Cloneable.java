package java.lang;

/** Marks classes whose objects {@link Object#clone} may copy. */
public interface Cloneable {
}
