package java.util.regex;

/** Where a match and its groups are. */
public interface MatchResult {

    /** Where the match begins. */
    int start();

    /** Where a group begins, or -1. */
    int start(int group);

    /** Where the match ends. */
    int end();

    /** Where a group ends, or -1. */
    int end(int group);

    /** The text of the match. */
    String group();

    /** The text of a group, or null. */
    String group(int group);

    /** Number of groups; the match itself does not count. */
    int groupCount();
}
