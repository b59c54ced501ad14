package java.util;

/** A language and a country: texts are the same in all of them. */
public final class Locale {

    /** None. */
    public static final Locale ROOT = new Locale("", "");
    /** English. */
    public static final Locale ENGLISH = new Locale("en", "");
    /** English of the United States. */
    public static final Locale US = new Locale("en", "US");
    /** English of the United Kingdom. */
    public static final Locale UK = new Locale("en", "GB");

    private final String language;
    private final String country;

    /** A language. */
    public Locale(String language) {
        this(language, "");
    }

    /** A language and a country. */
    public Locale(String language, String country) {
        this.language = language.toLowerCase();
        this.country = country.toUpperCase();
    }

    /** The one in use. */
    public static Locale getDefault() {
        return US;
    }

    /** The language, in two letters. */
    public String getLanguage() {
        return language;
    }

    /** The country, in two letters. */
    public String getCountry() {
        return country;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Locale && language.equals(((Locale) other).language)
                && country.equals(((Locale) other).country);
    }

    @Override
    public int hashCode() {
        return language.hashCode() * 31 + country.hashCode();
    }

    @Override
    public String toString() {
        return country.isEmpty() ? language : language + "_" + country;
    }
}
