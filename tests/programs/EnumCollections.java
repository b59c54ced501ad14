import java.util.*;

/** Sets and maps of enums, bit sets, joiners. */
public class EnumCollections {

    enum Day {
        MON, TUE, WED, THU, FRI { @Override boolean late() { return true; } }, SAT, SUN;

        boolean late() {
            return false;
        }
    }

    static void sets() {
        EnumSet<Day> work = EnumSet.range(Day.MON, Day.FRI);
        EnumSet<Day> free = EnumSet.complementOf(work);
        EnumSet<Day> some = EnumSet.of(Day.WED, Day.MON, Day.SUN);
        System.out.println(work + " " + free + some + EnumSet.allOf(Day.class).size() + EnumSet.noneOf(Day.class)
                + EnumSet.of(Day.FRI, Day.TUE) + EnumSet.of(Day.FRI, Day.TUE, Day.SAT, Day.MON) + EnumSet.copyOf(List.of(Day.SUN, Day.SAT)));
        some.retainAll(work);
        some.add(Day.THU);
        System.out.println(some + " " + some.contains(Day.WED) + some.contains(null) + some.remove(Day.MON) + some.clone()
                + some.equals(Set.of(Day.WED, Day.THU)) + some.isEmpty());
        for (Iterator<Day> i = work.iterator(); i.hasNext();) {
            if (i.next().ordinal() % 2 == 0) {
                i.remove();
            }
        }
        System.out.println(work + " " + free.removeAll(EnumSet.of(Day.SUN)) + free);
    }

    static void maps() {
        EnumMap<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.SUN, 7);
        map.put(Day.MON, 1);
        map.put(Day.WED, null);
        map.merge(Day.MON, 10, Integer::sum);
        System.out.println(map + " " + map.size() + map.get(Day.WED) + map.containsKey(Day.WED) + map.get("x")
                + map.remove(Day.SUN) + map.keySet() + map.values() + map.equals(new HashMap<>(map)) + map.clone());
        for (Map.Entry<Day, Integer> entry : map.entrySet()) {
            entry.setValue(entry.getKey().name().length());
        }
        map.entrySet().removeIf(e -> e.getKey() == Day.MON);
        System.out.println(map + " " + new EnumMap<>(Map.of(Day.TUE, "t")));
    }

    static void constants() {
        Class<Day> type = Day.FRI.getDeclaringClass();
        Day[] days = type.getEnumConstants();
        System.out.println(days.length + " " + days[4] + days[4].late() + type.isEnum() + Day.FRI.getClass().isEnum()
                + String.class.isEnum() + Day.valueOf("TUE") + Enum.valueOf(Day.class, "SAT").compareTo(Day.MON)
                + (String.class.getEnumConstants() == null));
    }

    static void bits() {
        BitSet set = new BitSet();
        for (int i = 0; i < 200; i += 7) {
            set.set(i);
        }
        BitSet other = new BitSet(100);
        other.set(10, 80);
        other.flip(30, 50);
        other.clear(70, 75);
        System.out.println(set + " " + set.cardinality() + " " + set.length() + " " + other + other.size());
        BitSet and = (BitSet) set.clone();
        and.and(other);
        BitSet or = (BitSet) other.clone();
        or.or(set);
        BitSet xor = (BitSet) other.clone();
        xor.xor(set);
        BitSet less = (BitSet) other.clone();
        less.andNot(set);
        System.out.println(and + " " + or.cardinality() + " " + xor.cardinality() + " " + less.hashCode() + " "
                + set.intersects(other) + set.equals(or) + and.equals(and.clone()) + set.get(20, 60) + set.get(21));
        System.out.println(set.nextSetBit(50) + " " + set.nextSetBit(500) + " " + other.nextClearBit(10) + " "
                + set.previousSetBit(55) + " " + other.previousClearBit(29) + " " + set.hashCode()
                + Arrays.toString(set.toLongArray()) + Arrays.toString(and.toByteArray())
                + BitSet.valueOf(new long[] {5, 1}) + BitSet.valueOf(new byte[] {3, -128}));
        set.set(3, true);
        set.set(7, false);
        set.flip(0);
        set.clear(100);
        set.set(40, 45, true);
        set.set(60, 100, false);
        System.out.println(set + " " + set.isEmpty());
        set.clear();
        System.out.println(set + " " + set.isEmpty() + set.length());
        try {
            set.set(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    static void joiners() {
        StringJoiner joiner = new StringJoiner(", ", "<", ">").setEmptyValue("empty");
        System.out.print(joiner + " " + joiner.length() + " ");
        joiner.add("a").add("b").merge(new StringJoiner("-").add("c").add("d"));
        System.out.println(joiner + " " + joiner.length() + new StringJoiner("x", "p", "s"));
    }

    public static void main(String[] args) {
        sets();
        maps();
        constants();
        bits();
        joiners();
    }
}
