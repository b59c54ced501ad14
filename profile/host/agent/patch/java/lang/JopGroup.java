package java.lang;

/** Threads that are one in the profile. */
public final class JopGroup {

    /** Their name. */
    public final String name;

    /** The sum of those that have ended. */
    public final JopThread ended = new JopThread(null, null);

    JopGroup(String name) {
        this.name = name;
        ended.group = this;
    }
}
