package lift;

/** Somebody on the way from one floor to another; also a link of the queue that he or she stands in. */
final class Passenger {

    final int from;
    final int to;
    /** Unit: kg. */
    final int weight;
    /** Step of arrival. */
    final int since;
    Passenger next;

    Passenger(int from, int to, int weight, int since) {
        this.from = from;
        this.to = to;
        this.weight = weight;
        this.since = since;
    }

    boolean goesUp() {
        return to > from;
    }
}
