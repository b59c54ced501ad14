package modern;

/** Something that changes the stock. */
sealed interface Event {

    String item();

    /** By how much the stock changes. */
    int difference();

    /** Goods come in. */
    record Delivery(String item, int count) implements Event {
        public Delivery {
            if (count <= 0) {
                throw new IllegalArgumentException("a delivery of " + count);
            }
        }

        @Override
        public int difference() {
            return count;
        }
    }

    /** Goods go out for a price. */
    record Sale(String item, int count, int price) implements Event {
        @Override
        public int difference() {
            return -count;
        }

        int amount() {
            return count * price;
        }
    }

    /** Somebody counted. */
    record Correction(String item, int difference) implements Event {
    }
}
