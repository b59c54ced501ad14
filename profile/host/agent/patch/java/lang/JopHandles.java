package java.lang;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/** Places of arrays in a table of weak references, found by identity. */
final class JopHandles {

    private static final int NONE = -1;

    /** First place by hash; the table grows with the places. */
    private int[] first = new int[1024];
    /** By place: the next one of the same hash, and the hash; a hash of 0 is that of no array. */
    private int[] next = new int[1024];
    private int[] hashes = new int[1024];

    JopHandles() {
        Arrays.fill(first, NONE);
    }

    /** A place has an array, or, with null, none. */
    void set(int place, Object array) {
        if (place >= next.length) {
            grow(Math.max(place + 1, next.length * 2));
        }
        unlink(place);
        hashes[place] = array == null ? 0 : System.identityHashCode(array);
        link(place);
    }

    /** Place of an array, or a negative number. */
    int find(Object array, WeakReference<?>[] known) {
        int hash = System.identityHashCode(array);
        int place = first[hash & first.length - 1];
        while (place >= 0 && (hashes[place] != hash || known[place] == null || known[place].get() != array)) {
            place = next[place];
        }
        return place;
    }

    private void link(int place) {
        if (hashes[place] != 0) {
            int slot = hashes[place] & first.length - 1;
            next[place] = first[slot];
            first[slot] = place;
        }
    }

    private void unlink(int place) {
        if (hashes[place] == 0) {
            return;
        }
        int slot = hashes[place] & first.length - 1;
        if (first[slot] == place) {
            first[slot] = next[place];
            return;
        }
        int before = first[slot];
        while (next[before] != place) {
            before = next[before];
        }
        next[before] = next[place];
    }

    private void grow(int places) {
        next = Arrays.copyOf(next, places);
        hashes = Arrays.copyOf(hashes, places);
        first = new int[Integer.highestOneBit(places - 1) << 1];
        Arrays.fill(first, NONE);
        for (int place = 0; place < places; ++place) {
            link(place);
        }
    }
}
