import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.InputMismatchException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.TreeMap;

/** Small parts of everyday use: input by words, identity, checked views, times, names, fused products. */
public class Everyday {

    static void scanner() {
        Scanner in = new Scanner("12 -7 3000000000 2.5e3 true word\n  rest of the line \n\nlast 0x1F 1,234 99999999999");
        System.out.println(in.nextInt() + in.nextInt() + " " + in.hasNextInt() + in.hasNextLong() + in.nextLong() + " "
                + in.hasNextDouble() + in.nextDouble() + " " + in.hasNextBoolean() + in.nextBoolean() + " " + in.next());
        System.out.println("[" + in.nextLine() + "][" + in.nextLine() + "][" + in.nextLine() + "]");
        System.out.println(in.next() + " " + in.hasNextInt());
        try {
            in.nextInt();
        } catch (InputMismatchException e) {
            System.out.println("no int: " + in.next());
        }
        System.out.println(in.nextInt() + " " + in.hasNextInt() + in.hasNextBigInteger());
        try {
            in.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage() + " " + in.nextBigInteger());
        }
        System.out.println(in.hasNext() + " " + in.hasNextLine());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        try {
            in.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        in.close();
        try {
            in.hasNext();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Scanner readable = new Scanner(new BufferedReader(new StringReader("r 1")));
        System.out.println(readable.next() + readable.nextInt());
        StringTokenizer tokens = new StringTokenizer("a b,c  d", " ,", false);
        System.out.print(tokens.countTokens());
        while (tokens.hasMoreTokens()) {
            System.out.print(" " + tokens.nextToken());
        }
        tokens = new StringTokenizer("x+y", "+", true);
        System.out.println(" " + tokens.nextToken() + tokens.nextToken() + tokens.nextElement() + tokens.hasMoreElements());
        int lines = 0;
        int sum = 0;
        Scanner numbers = new Scanner(new ByteArrayInputStream("1 2 3\n4 5\r\n6".getBytes()));
        while (numbers.hasNextLine()) {
            Scanner line = new Scanner(numbers.nextLine());
            while (line.hasNextInt()) {
                sum += line.nextInt();
            }
            lines++;
        }
        System.out.println(lines + " " + sum + " " + new Scanner("-0.50 x").nextBigDecimal() + new Scanner("ff").nextInt(16)
                + new Scanner("7").nextByte() + new Scanner("300").hasNextByte() + new Scanner("-1.5").nextFloat());
    }

    static void identity() {
        String a = new String("key");
        String b = new String("key");
        Map<String, Integer> map = new IdentityHashMap<>();
        map.put(a, 1);
        map.put(b, 2);
        map.put(a, 3);
        System.out.println(map.size() + " " + map.get(a) + map.get(b) + map.get("key") + map.containsKey(b) + " "
                + map.remove(a) + map.size() + map + map.equals(new HashMap<>(map)) + new HashMap<>(map).equals(map));
        IdentityHashMap<Object, Integer> many = new IdentityHashMap<>(4);
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add(new Object());
            many.put(keys.get(i), i);
        }
        int sum = 0;
        for (int i = 0; i < 60; i += 3) {
            sum += many.remove(keys.get(i));
        }
        for (Map.Entry<Object, Integer> entry : many.entrySet()) {
            sum += entry.setValue(1) * 1000;
        }
        System.out.println(sum + " " + many.size() + " " + many.values().stream().mapToInt(x -> x).sum());
        System.out.println((a == b) + " " + (a.intern() == b.intern()) + " " + (a.intern() == "key") + " "
                + (("ke" + a.charAt(2)).intern() == "key") + " " + "other".intern());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void checked() {
        List<String> list = Collections.checkedList(new ArrayList<>(), String.class);
        list.add("a");
        try {
            ((List) list).add(1);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage() + " " + list);
        }
        Map<String, Integer> map = Collections.checkedMap(new TreeMap<>(), String.class, Integer.class);
        map.put("x", 1);
        try {
            ((Map) map).put("y", "z");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage() + " " + map);
        }
    }

    enum Color {
        RED, GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    static class Inner<T> {
        class Deep {
        }
    }

    static void names() {
        Object local = new Object() {
        };
        class Local {
        }
        System.out.println(new Inner<String>().getClass().getSimpleName() + " " + new Inner<String>().new Deep().getClass()
                .getSimpleName() + " [" + local.getClass().getSimpleName() + "] " + new Local().getClass().getSimpleName() + " "
                + int[][].class.getSimpleName() + " " + Map.Entry.class.getSimpleName() + " " + Color.GREEN
                + Color.RED.getClass().getSimpleName() + " " + String.class.getSimpleName());
        System.out.println(System.getProperty("line.separator").length() + System.getProperty("file.separator") + " "
                + System.getProperty("no.such") + System.getProperty("no.such", "else") + System.setProperty("mine", "12")
                + System.getProperty("mine") + Integer.getInteger("mine") + Long.getLong("none", 5) + Boolean.getBoolean("mine")
                + System.clearProperty("mine") + System.getProperty("mine"));
    }

    static void times() {
        Duration d = Duration.ofHours(25).plusMinutes(61).plusMillis(1234).minusNanos(1);
        System.out.println(d + " " + d.toDays() + " " + d.toHoursPart() + ":" + d.toMinutesPart() + ":" + d.toSecondsPart() + " "
                + d.toMillis() + " " + d.toNanos() + " " + d.getNano() + " " + d.negated() + " " + d.dividedBy(7) + " "
                + d.multipliedBy(-3) + " " + d.compareTo(Duration.ofDays(1)) + d.equals(Duration.parse(d.toString())));
        System.out.println(Duration.ofMillis(-1) + " " + Duration.ZERO + " " + Duration.ofSeconds(-60, 5) + " "
                + Duration.parse("P2DT3H4M5.25S") + " " + Duration.parse("-PT1M-0.5S") + " " + Duration.of(3, ChronoUnit.MINUTES)
                + " " + Duration.ofDays(2).dividedBy(Duration.ofHours(5)) + " " + Duration.ofSeconds(3).hashCode());
        try {
            Duration.parse("1 hour");
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        Instant i = Instant.ofEpochSecond(951782400L);
        System.out.println(i + " " + i.minusNanos(1) + " " + i.plus(Duration.ofDays(366)) + " " + i.plusMillis(7) + " "
                + Instant.EPOCH + " " + Instant.ofEpochMilli(-1) + " " + i.plus(5, ChronoUnit.HOURS) + " "
                + Instant.ofEpochSecond(253402300800L) + " " + Instant.ofEpochSecond(-62167219201L));
        System.out.println(Duration.between(i, i.plusSeconds(90)) + " " + i.isBefore(Instant.EPOCH) + i.isAfter(Instant.EPOCH)
                + " " + i.toEpochMilli() + " " + i.compareTo(i) + " " + !Instant.now().isBefore(Instant.EPOCH));
    }

    static void products() {
        Random random = new Random(4);
        long digest = 0;
        for (int i = 0; i < 40; i++) {
            double a = random.nextGaussian() * Math.pow(2, random.nextInt(60) - 30);
            double b = random.nextGaussian();
            double c = i % 3 == 0 ? -a * b : random.nextGaussian();
            digest = digest * 31 + Double.doubleToLongBits(Math.fma(a, b, c));
            digest = digest * 31 + Float.floatToIntBits(Math.fma((float) a, (float) b, (float) c));
        }
        double[] special = {0.0, -0.0, 1, -1e300, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN,
            3e-310, 1e-160};
        for (double a : special) {
            for (double b : special) {
                digest = digest * 31 + Double.doubleToLongBits(Math.fma(a, b, -a));
                digest = digest * 31 + Double.doubleToLongBits(Math.fma(b, a, 1e-320));
                digest = digest * 31 + Float.floatToIntBits(Math.fma((float) a, (float) b, -1e-45f));
            }
        }
        System.out.println(digest + " " + Math.fma(0.1, 10, -1) + " " + new BigDecimal("0.1").multiply(BigDecimal.TEN));
    }

    public static void main(String[] args) {
        scanner();
        identity();
        checked();
        names();
        times();
        products();
    }
}
