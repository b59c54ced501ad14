package java.util.stream;

import java.util.ArrayList;
import java.util.Arrays;

/**
 * The elements of a stream on their way from a source through stages: one loop, so that the stack does not grow with the
 * number of stages. The element is in the field of its kind.
 */
final class Pipe {

    Object ref;
    int i;
    long l;
    double d;

    private Level top;
    private Stage[] stages = new Stage[4];
    private int count;

    /** The stage that treats the element now. */
    private int at;

    /** Number of stages that have seen all elements. */
    private int ended;

    private ArrayList<Runnable> actions;

    Pipe(Source source) {
        top = new Level(source, 0, null);
    }

    /** A source whose elements begin at a stage; the one at the top is the one to ask. */
    private static final class Level {

        final Source source;
        final int stage;
        final Level below;

        Level(Source source, int stage, Level below) {
            this.source = source;
            this.stage = stage;
            this.below = below;
        }
    }

    Pipe add(Stage stage) {
        if (count == stages.length) {
            stages = Arrays.copyOf(stages, count * 2);
        }
        stages[count++] = stage;
        return this;
    }

    /** For a stage: the elements of a source come in the place of the one it treats. */
    void insert(Source source) {
        top = new Level(source, at + 1, top);
    }

    /** For a stage: no element comes after the one it treats. */
    void stop() {
        top = null;
    }

    /** Brings the next element to the end; false if there is none. */
    boolean advance() {
        while (true) {
            if (top == null && !resume()) {
                return false;
            }
            Level level = top;
            if (!level.source.next(this)) {
                top = level.below;
                continue;
            }
            int stage = level.stage;
            while (stage < count) {
                at = stage;
                if (!stages[stage].step(this)) {
                    break;
                }
                ++stage;
            }
            if (stage == count) {
                return true;
            }
        }
    }

    /** Goes on with what the next stage kept; false if no stage kept anything. */
    private boolean resume() {
        while (ended < count) {
            Source kept = stages[ended++].end();
            if (kept != null) {
                top = new Level(kept, ended, null);
                return true;
            }
        }
        return false;
    }

    void onClose(Runnable action) {
        if (actions == null) {
            actions = new ArrayList<Runnable>();
        }
        actions.add(action);
    }

    void close() {
        ArrayList<Runnable> own = actions;
        actions = null;
        for (int n = 0; own != null && n < own.size(); ++n) {
            own.get(n).run();
        }
    }
}
