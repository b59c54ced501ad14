package java.util;

/** Marks lists in which every element is reached in the same time. */
public interface RandomAccess {
}
