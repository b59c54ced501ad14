package java.io;

/** Marks classes whose objects other machines can write out. */
public interface Serializable {
}
