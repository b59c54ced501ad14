package joplab.cross;

/** What instrumentation asks about the types of the program. */
interface ClassTypes extends JopRoutines.Types {

    /** Address of the structure of a class, or of an array's descriptor. */
    int address(String name, ClassLoader loader);

    /** Makes sure that arrays of a type are known; gives the address of the type. */
    int element(String name, ClassLoader loader);

    /** A place for a switch in memory: its words behind the one from which routines find them. */
    int addSwitch(int[] words);

    /** Whether a class has a private method. */
    boolean isPrivate(String name, String method, ClassLoader loader);

    /** Whether a class declares a method. */
    boolean declares(String name, String method, ClassLoader loader);

    /** Words of an object of a class. */
    int objectWords(String name, ClassLoader loader);

    /** Whether it is an interface. */
    boolean isInterface(String name, ClassLoader loader);

    /** Tells of the class file of a hidden class, which no loader has. */
    void learn(String name, byte[] bytes, ClassLoader loader);
}
