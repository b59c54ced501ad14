package modern;

import java.util.Map;
import java.util.Objects;

/** An item with its price as a formula of the day. */
record Item(String name, Category category, Expression price, int stock) {

    Item {
        Objects.requireNonNull(category);
        if (stock < 0) {
            throw new IllegalArgumentException(name + ": " + stock);
        }
    }

    Item with(int newStock) {
        return new Item(name, category, price, newStock);
    }

    /** The price on a day; the formula's variables are those of the day. */
    int priceOn(Map<String, Integer> day) {
        return price.value(day);
    }
}
