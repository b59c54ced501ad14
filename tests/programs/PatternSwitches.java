// javac: --release 17 --enable-preview
/** Switches over types, as Java 21 has them and Java 17 as a preview. */
public class PatternSwitches {

    sealed interface Shape permits Circle, Square {
    }

    record Circle(int radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    enum Colour { RED, GREEN, BLUE }

    private static String kind(Object object) {
        return switch (object) {
            case null -> "null";
            case Integer number && number > 100 -> "large " + number;
            case Integer number && number < 0 -> "negative " + number;
            case Integer number -> "number " + number;
            case String text && text.isEmpty() -> "empty";
            case String text -> "text " + text;
            case Colour colour -> "colour " + colour.ordinal();
            case int[] array -> "array of " + array.length;
            case Shape shape -> "shape of " + area(shape);
            case Runnable task -> "task";
            default -> "other";
        };
    }

    private static int area(Shape shape) {
        return switch (shape) {
            case Circle circle -> 3 * circle.radius() * circle.radius();
            case Square square -> square.side() * square.side();
        };
    }

    private static String constants(String text) {
        return switch (text) {
            case "a" -> "first";
            case "bb" -> "second";
            case null -> "none";
            case String other && other.length() > 3 -> "long";
            case String other -> "short";
        };
    }

    private static String numbers(Integer number) {
        switch (number) {
            case 1:
                return "one";
            case 1000:
                return "thousand";
            case null:
                return "no number";
            case Integer other && other > 5:
                return "many";
            case Integer other:
                return "few";
        }
    }

    private static String characters(Character character) {
        return switch (character) {
            case 'x' -> "ex";
            case Character other -> "other " + other;
        };
    }

    private static String colours(Colour colour) {
        return switch (colour) {
            case RED -> "red";
            case null -> "no colour";
            case Colour other && other == Colour.BLUE -> "sky";
            case Colour other -> "else " + other;
        };
    }

    public static void main(String[] args) {
        Object[] objects = {null, 5, 500, -5, "", "abc", Colour.GREEN, new int[3], new Circle(2), new Square(3),
            (Runnable) () -> { }, 2.5};
        for (Object object : objects) {
            System.out.println(kind(object));
        }
        for (String text : new String[] {"a", "bb", null, "cc", "dddd"}) {
            System.out.print(constants(text) + " ");
        }
        System.out.println();
        for (Integer number : new Integer[] {1, 1000, null, 7, 3}) {
            System.out.print(numbers(number) + " ");
        }
        System.out.println(characters('x') + " " + characters('y'));
        for (Colour colour : new Colour[] {Colour.RED, null, Colour.BLUE, Colour.GREEN}) {
            System.out.print(colours(colour) + " ");
        }
        System.out.println();
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
