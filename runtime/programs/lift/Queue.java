package lift;

/** People in a row, first come first served. */
final class Queue {

    private Passenger first;
    private Passenger last;
    private int size;

    void add(Passenger passenger) {
        passenger.next = null;
        if (first == null) {
            first = passenger;
        } else {
            last.next = passenger;
        }
        last = passenger;
        ++size;
    }

    /** Lets somebody back to the front. */
    void addFirst(Passenger passenger) {
        passenger.next = first;
        first = passenger;
        if (last == null) {
            last = passenger;
        }
        ++size;
    }

    Passenger first() {
        return first;
    }

    int size() {
        return size;
    }

    /** Takes out the first one who goes to a floor, or null. */
    Passenger takeTo(int floor) {
        Passenger before = null;
        for (Passenger p = first; p != null; p = p.next) {
            if (p.to == floor) {
                unlink(before, p);
                return p;
            }
            before = p;
        }
        return null;
    }

    /** Takes out the first one who goes up, or down, or null. */
    Passenger takeGoing(boolean up) {
        Passenger before = null;
        for (Passenger p = first; p != null; p = p.next) {
            if (p.goesUp() == up) {
                unlink(before, p);
                return p;
            }
            before = p;
        }
        return null;
    }

    /** Takes out the last one, or null. */
    Passenger takeLast() {
        Passenger before = null;
        for (Passenger p = first; p != null; p = p.next) {
            if (p.next == null) {
                unlink(before, p);
                return p;
            }
            before = p;
        }
        return null;
    }

    private void unlink(Passenger before, Passenger passenger) {
        if (before == null) {
            first = passenger.next;
        } else {
            before.next = passenger.next;
        }
        if (last == passenger) {
            last = before;
        }
        passenger.next = null;
        --size;
    }
}
