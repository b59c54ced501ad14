/**
 * Collections.
 *
 * <p>Where the sizes of hash tables come from. The API documentation states some of them; the others it leaves open, but the
 * order of a walk depends on them, so they are found from the outside: {@code tests/programs/TableSizes.java} finds lengths and
 * growth of tables from the order of their keys, on the host and on the machine, and both print the same.
 *
 * <p>Documented:
 * <ul>
 * <li>{@code HashMap}, {@code LinkedHashMap}: 16 places and a load factor of 0.75 where nothing is said. More keys than the
 * product of both, and there are "approximately twice" as many places. The product is {@code length - (length >> 2)}, which needs
 * no arithmetic of floats.
 * <li>{@code HashSet} of a collection: a load factor of 0.75 and places enough for all elements, so {@code size / 0.75 + 1}.
 * <li>{@code Hashtable}: 11 places, 0.75.
 * <li>{@code ConcurrentHashMap}: 16 places, 0.75; a capacity is a number of keys that come in without growth, so
 * {@code 1 + capacity / 0.75} places.
 * <li>{@code IdentityHashMap}: 21 keys expected. Its order follows identity codes, which no two runs share: the least power of two
 * does.
 * <li>{@code ArrayDeque}: room for 16; {@code PriorityQueue}: 11; {@code ArrayList} and {@code Vector}: 10.
 * </ul>
 *
 * <p>Found from the order of keys:
 * <ul>
 * <li>Lengths of {@code HashMap} are powers of two, the least that has the capacity. A key's place is the remainder of its hash
 * code, whose upper half is mixed into the lower one: 65536 comes after 16 in 16 places, so it is not in place 0.
 * <li>A full table doubles: at the 13th key of 16 places, the 25th of 32.
 * <li>A small table doubles, too, when a ninth key comes to one place ({@code LONG_CHAIN}), up to 64 places ({@code SMALL_TABLE}):
 * then the host makes a tree of the chain, and we do not.
 * <li>{@code Hashtable} grows at the key that does not fit the product, to twice the places and one: 11, 23, 47. Its walk begins
 * at the last place.
 * <li>{@code ConcurrentHashMap} doubles with the key that fills the product: at the 12th of 16 places.
 * </ul>
 */
package java.util;
