/** A server of short sessions: it keeps the last eight, and a note of every fifth for ever. */
public final class Sessions {

    private static final class Session {
        final int number;
        final int[] buffer = new int[40];

        Session(int number) {
            this.number = number;
        }
    }

    private static final class Note {
        final Note before;
        final char[] text = new char[10];

        Note(Note before) {
            this.before = before;
        }
    }

    private static final Session[] recent = new Session[8];
    private static Note notes;

    public static void main(String[] args) {
        for (int i = 0; i < 1000; ++i) {
            serve(i);
        }
        System.out.println(recent[7].number + " sessions");
    }

    private static void serve(int number) {
        recent[number & 7] = new Session(number);
        if (number % 5 == 0) {
            notes = new Note(notes);
        }
    }
}
