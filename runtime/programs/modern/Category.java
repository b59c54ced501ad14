package modern;

import java.util.Locale;

/** Kinds of items, each with its own way to keep them. */
enum Category {
    HARDWARE("nuts and bolts", 30),
    ELECTRIC("lamps and cables", 20),
    FOOD("food", 40) {
        @Override
        boolean isPerishable() {
            return true;
        }
    };

    private final String title;
    private final int minimum;

    Category(String title, int minimum) {
        this.title = title;
        this.minimum = minimum;
    }

    static Category of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    String title() {
        return title;
    }

    boolean isPerishable() {
        return false;
    }

    /** What there should be at least of an item. */
    int minimum() {
        return switch (this) {
            case HARDWARE, ELECTRIC -> minimum;
            case FOOD -> minimum / 2;
        };
    }
}
