import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Money with BigDecimal, enums with methods, and a receipt. */
public class Inventory {
    enum Tax {
        FOOD("0.10"), BOOKS("0.05"), OTHER("0.20") {
            @Override
            BigDecimal on(BigDecimal price) {
                return super.on(price).max(new BigDecimal("0.50"));
            }
        };

        private final BigDecimal rate;

        Tax(String rate) {
            this.rate = new BigDecimal(rate);
        }

        BigDecimal on(BigDecimal price) {
            return price.multiply(rate).setScale(2, RoundingMode.HALF_UP);
        }
    }

    record Article(String name, BigDecimal price, Tax tax) {}

    private final Map<String, Article> articles = new LinkedHashMap<>();

    void add(String name, String price, Tax tax) {
        articles.put(name, new Article(name, new BigDecimal(price), tax));
    }

    Optional<Article> find(String name) {
        return Optional.ofNullable(articles.get(name));
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        inventory.add("bread", "3.49", Tax.FOOD);
        inventory.add("novel", "12.90", Tax.BOOKS);
        inventory.add("lamp", "49.99", Tax.OTHER);
        inventory.add("bulb", "1.10", Tax.OTHER);
        Map<Tax, BigDecimal> taxes = new EnumMap<>(Tax.class);
        BigDecimal sum = BigDecimal.ZERO;
        for (String name : new String[] {"bread", "novel", "chair", "lamp", "bulb"}) {
            Optional<Article> found = inventory.find(name);
            if (found.isEmpty()) {
                System.out.println("no " + name);
                continue;
            }
            Article article = found.get();
            BigDecimal tax = article.tax().on(article.price());
            taxes.merge(article.tax(), tax, BigDecimal::add);
            sum = sum.add(article.price()).add(tax);
            System.out.printf("%-8s %8.2f %6.2f%n", article.name(), article.price(), tax);
        }
        System.out.println(taxes);
        System.out.println("sum " + sum + ", a third each " + sum.divide(BigDecimal.valueOf(3), 4, RoundingMode.HALF_EVEN));
        System.out.println(inventory.find("lamp").map(Article::toString).orElse("-"));
        System.out.println(new BigDecimal("2.50").equals(new BigDecimal("2.5")) + " "
                + new BigDecimal("2.50").compareTo(new BigDecimal("2.5")) + " " + new BigDecimal("2.50").stripTrailingZeros());
        for (Tax tax : Tax.values()) {
            System.out.println(tax + " " + tax.ordinal() + " " + tax.rate.movePointRight(2).intValue() + "%");
        }
        try {
            BigDecimal.ONE.divide(new BigDecimal(7));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
