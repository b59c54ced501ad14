package java.util.concurrent.locks;

/** A lock as its conditions see it. */
abstract class OwnedLock {

    /** Gives the lock up, however often the caller has it; gives that number. */
    abstract int giveUp();

    /** Waits until the lock is free and takes it a number of times. */
    abstract void takeBack(int holds);

    /** Throws an exception if the caller does not have the lock. */
    abstract void checkOwner();
}
