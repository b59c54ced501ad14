package lift;

/** The people: they arrive at floors, press buttons, get in, get out, and sometimes stand in the door. */
final class Traffic {

    /** One arrival in so many steps, on average. */
    private static final int INTERVAL = 40;

    private final Queue[] floors = new Queue[ProcessImage.FLOORS];
    private final Queue cabin = new Queue();
    private final Journal journal;
    private int random;
    private int load;
    /** Steps for which somebody goes on standing in the door. */
    private int inDoor;
    /** Somebody had to get out again: nobody gets in any more at this stop. */
    private boolean full;
    private int arrived;
    private int delivered;
    private int wrongFloors;
    private int longestWait;

    Traffic(int seed, Journal journal) {
        random = seed;
        this.journal = journal;
        for (int i = 0; i < floors.length; ++i) {
            floors[i] = new Queue();
        }
    }

    /** A step; {@code floor} is where the cabin stands, or -1. */
    void step(int time, ProcessImage image, int floor, boolean doorOpen) {
        arrive(time);
        if (inDoor > 0) {
            --inDoor;
        }
        if (floor < 0) {
            full = false;
        }
        if (floor >= 0 && doorOpen && inDoor == 0 && !leave(floor, time)) {
            enter(floor, image, time);
        }
        pressInCabin(image);
        for (int i = 0; i < floors.length; ++i) {
            if (i != floor || !doorOpen) {
                pressAtFloor(i, image);
            }
        }
    }

    private void arrive(int time) {
        if (next(INTERVAL) != 0) {
            return;
        }
        int from = next(3) == 0 ? 0 : next(ProcessImage.FLOORS);
        int to = next(3) == 0 ? 0 : next(ProcessImage.FLOORS);
        if (from != to) {
            floors[from].add(new Passenger(from, to, 45 + next(60), time));
            ++arrived;
        }
    }

    /** Somebody gets out; false if nobody wants to. */
    private boolean leave(int floor, int time) {
        Passenger passenger = cabin.takeTo(floor);
        if (passenger == null && load > Plant.MAXIMUM_LOAD) {
            passenger = cabin.takeLast();
            full = true;
            load -= passenger.weight;
            floors[floor].addFirst(new Passenger(floor, passenger.to, passenger.weight, passenger.since));
            journal.note(Journal.TURNED_BACK, floor, time);
            return true;
        }
        if (passenger == null) {
            return false;
        }
        load -= passenger.weight;
        ++delivered;
        if (passenger.to != floor) {
            ++wrongFloors;
        }
        journal.note(Journal.DELIVERED, passenger.from << 8 | floor, time - passenger.since);
        return true;
    }

    /** Somebody gets in who goes the way that the arrow shows. */
    private void enter(int floor, ProcessImage image, int time) {
        if (full || load > Plant.MAXIMUM_LOAD) {
            return;
        }
        Passenger passenger = null;
        if ((image.display & Indicator.UP) != 0) {
            passenger = floors[floor].takeGoing(true);
        }
        if (passenger == null && (image.display & Indicator.DOWN) != 0) {
            passenger = floors[floor].takeGoing(false);
        }
        if (passenger == null) {
            return;
        }
        cabin.add(passenger);
        load += passenger.weight;
        int wait = time - passenger.since;
        if (wait > longestWait) {
            longestWait = wait;
        }
        if (next(8) == 0) {
            inDoor = 2 + next(5);
        }
    }

    private void pressInCabin(ProcessImage image) {
        for (Passenger p = cabin.first(); p != null; p = p.next) {
            image.cabinButtons |= 1 << p.to;
        }
    }

    private void pressAtFloor(int floor, ProcessImage image) {
        for (Passenger p = floors[floor].first(); p != null; p = p.next) {
            if (p.goesUp()) {
                image.upButtons |= 1 << floor;
            } else {
                image.downButtons |= 1 << floor;
            }
        }
    }

    /** A pseudo-random number below a bound. */
    private int next(int bound) {
        random = random * 1103515245 + 12345;
        return (random >>> 16) * bound >>> 16;
    }

    boolean isInDoor() {
        return inDoor > 0;
    }

    /** Weight in the cabin. Unit: kg. */
    int load() {
        return load;
    }

    int arrived() {
        return arrived;
    }

    int delivered() {
        return delivered;
    }

    int riding() {
        return cabin.size();
    }

    int waiting() {
        int sum = 0;
        for (int i = 0; i < floors.length; ++i) {
            sum += floors[i].size();
        }
        return sum;
    }

    int wrongFloors() {
        return wrongFloors;
    }

    int longestWait() {
        return longestWait;
    }
}
