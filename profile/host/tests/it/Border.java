import java.util.*;
import java.util.function.*;

public class Border {
    static final String NAME = "border";
    static class Cell implements Cloneable {
        int value = 3;
        public Cell clone() throws CloneNotSupportedException { return (Cell) super.clone(); }
    }
    enum Colour { RED, GREEN { @Override int weight() { return 2; } }; int weight() { return 1; } }
    static class Own extends RuntimeException { Own(String text, Throwable cause) { super(text, cause); } }
    interface Shape { default String text() { return "shape " + this.area(); } int area(); }

    static int deep(int n) { return deep(n + 1) + 1; }

    static String thrown(Runnable code) {
        try { code.run(); return "nothing"; }
        catch (ArithmeticException | NegativeArraySizeException e) { return e.getMessage(); }
        catch (IndexOutOfBoundsException e) { return "bounds " + e.getMessage(); }
        catch (RuntimeException e) { return e.getClass().getName(); }
        finally { System.out.print("."); }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(NAME + args.length + Arrays.asList(args));
        int zero = args.length - args.length;
        int[] four = new int[4];
        Object text = "text";
        Object[] strings = new String[1];
        System.out.println(thrown(() -> System.out.println(1 / zero)));
        System.out.println(thrown(() -> System.out.println(four[4])));
        System.out.println(thrown(() -> System.out.println(new int[zero - 1])));
        System.out.println(thrown(() -> System.out.println((Integer) text)));
        System.out.println(thrown(() -> strings[0] = 1));
        System.out.println(thrown(() -> ((String) null).length()));
        System.out.println(thrown(() -> { throw new Own("own", new IllegalStateException("cause")); }));
        System.out.println(thrown(() -> "abc".substring(7)));
        try { deep(0); } catch (StackOverflowError e) { System.out.println("overflow"); }
        try { Object o = List.of(1).get(3); } catch (Throwable e) { System.out.println("caught"); }
        Cell cell = new Cell(); cell.value = 5;
        System.out.println(cell.clone().value + " " + four.clone().length + " " + new long[] {1, 2}.clone()[1]);
        for (Colour colour : Colour.values()) System.out.print(colour + ":" + colour.weight() + " ");
        System.out.println(Colour.valueOf("GREEN").getDeclaringClass().getName() + " " + EnumSet.allOf(Colour.class));
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : "to be or not to be".split(" ")) counts.merge(word, 1, Integer::sum);
        System.out.println(counts);
        Shape shape = () -> 7;
        System.out.println(shape.text() + " " + int[].class.getName() + " " + String.class + " " + new int[0].getClass());
        System.out.println(String.format("%05d %-6s|%.3f", 42, "ab", 2.5) + " " + Math.sqrt(2) + " " + (float) 1 / 3);
        List<Object> things = new ArrayList<>(List.of(1, 2L, 'c', "d", 1.5));
        Collections.reverse(things);
        System.out.println(things + " " + things.hashCode() + " " + things.equals(new LinkedList<>(things)));
        StringBuilder builder = new StringBuilder("äöü€").append(true).append(3.25f).insert(0, 'x');
        System.out.println(builder.reverse());
        synchronized (things) { things.notifyAll(); }
        long[] wide = new long[5]; wide[1] = 9; System.arraycopy(wide, 1, wide, 3, 2); System.out.println(wide[3]);
        try { System.arraycopy(wide, 0, wide, 3, 9); } catch (IndexOutOfBoundsException e) { System.out.println("copy"); }
        System.err.println("to the errors");
        if (args.length > 1) System.exit(9);
        if (args.length > 0) { int c; while ((c = System.in.read()) != '\n') System.out.print((char) c); System.out.println(); return; }
        throw new Own("end", null);
    }
}
