package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Values under keys. */
public interface Map<K, V> {

    /** Number of keys. */
    int size();

    /** Whether there are no keys. */
    boolean isEmpty();

    /** Whether there is a value under a key. */
    boolean containsKey(Object key);

    /** Whether there is a value equal to an object. */
    boolean containsValue(Object value);

    /** The value under a key, or null. */
    V get(Object key);

    /** Puts a value under a key; gives the one that was there, or null. */
    V put(K key, V value);

    /** Takes a key and its value out; gives the value, or null. */
    V remove(Object key);

    /** Puts in all that another map has. */
    void putAll(Map<? extends K, ? extends V> other);

    /** Takes everything out. */
    void clear();

    /** The keys; what is removed there is removed here. */
    Set<K> keySet();

    /** The values; what is removed there is removed here. */
    Collection<V> values();

    /** The pairs; what is removed there is removed here. */
    Set<Entry<K, V>> entrySet();

    /** Whether another map has the same pairs. */
    @Override
    boolean equals(Object other);

    /** The sum of the hash codes of the pairs. */
    @Override
    int hashCode();

    /** The value under a key, or another one if there is none. */
    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null || containsKey(key) ? value : otherwise;
    }

    /** Gives each key with its value to an action. */
    default void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Entry<K, V> entry : entrySet()) {
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    /** Puts what a function makes of each key and value in place of the value. */
    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Entry<K, V> entry : entrySet()) {
            entry.setValue(function.apply(entry.getKey(), entry.getValue()));
        }
    }

    /** Puts a value under a key that has none; gives the one that was there, or null. */
    default V putIfAbsent(K key, V value) {
        V old = get(key);
        if (old == null) {
            put(key, value);
        }
        return old;
    }

    /** Takes a key out if it has this value. */
    default boolean remove(Object key, Object value) {
        if (!Objects.equals(get(key), value) || value == null && !containsKey(key)) {
            return false;
        }
        remove(key);
        return true;
    }

    /** Puts a value in place of another one. */
    default boolean replace(K key, V old, V value) {
        if (!Objects.equals(get(key), old) || old == null && !containsKey(key)) {
            return false;
        }
        put(key, value);
        return true;
    }

    /** Puts a value under a key that has one, which is the result. */
    default V replace(K key, V value) {
        V old = get(key);
        return old != null || containsKey(key) ? put(key, value) : null;
    }

    /** The value under a key; if there is none, what a function makes of the key is put there unless it is null. */
    default V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        V value = get(key);
        if (value == null) {
            value = function.apply(key);
            if (value != null) {
                put(key, value);
            }
        }
        return value;
    }

    /** Puts what a function makes of a key and its value, if there is one, in its place; null takes the key out. */
    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        V old = get(key);
        return old == null ? null : Computed.put(this, key, old, function.apply(key, old));
    }

    /** Puts what a function makes of a key and its value, or null, in its place; null takes the key out. */
    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        V old = get(key);
        return Computed.put(this, key, old, function.apply(key, old));
    }

    /** Puts a value under a key; if it has one, what a function makes of both. Null takes the key out. */
    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        V old = get(key);
        return Computed.put(this, key, old, old == null ? value : function.apply(old, value));
    }

    /** The map without keys, which never changes. */
    static <K, V> Map<K, V> of() {
        return ImmutableMap.make();
    }

    /** A map of one key and its value, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1) {
        return ImmutableMap.make(k1, v1);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return ImmutableMap.make(k1, v1, k2, v2);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9);
    }

    /** A map of keys and their values, nothing null, that never changes. */
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9, K k10, V v10) {
        return ImmutableMap.make(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9, k10, v10);
    }

    /** A map of pairs, nothing null, that never changes. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <K, V> Map<K, V> ofEntries(Entry<? extends K, ? extends V>... entries) {
        return ImmutableMap.ofEntries(entries);
    }

    /** A pair, nothing null, that never changes. */
    static <K, V> Entry<K, V> entry(K key, V value) {
        return new ImmutableMap.Pair<K, V>(key, value);
    }

    /** A map of what another one has that never changes. */
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> other) {
        return ImmutableMap.copyOf(other);
    }

    /** A key with its value. */
    interface Entry<K, V> {

        /** The key. */
        K getKey();

        /** The value. */
        V getValue();

        /** Puts a value in place of another, which is the result. */
        V setValue(V value);

        /** Whether another pair has an equal key and an equal value. */
        @Override
        boolean equals(Object other);

        /** The hash codes of key and value, exclusive or. */
        @Override
        int hashCode();

        /** The order of the keys. */
        static <K extends Comparable<? super K>, V> Comparator<Entry<K, V>> comparingByKey() {
            return new EntryOrder<K, V, K>(true, Comparator.<K>naturalOrder());
        }

        /** The order of the values. */
        static <K, V extends Comparable<? super V>> Comparator<Entry<K, V>> comparingByValue() {
            return new EntryOrder<K, V, V>(false, Comparator.<V>naturalOrder());
        }

        /** An order by keys. */
        static <K, V> Comparator<Entry<K, V>> comparingByKey(Comparator<? super K> order) {
            return new EntryOrder<K, V, K>(true, Objects.requireNonNull(order));
        }

        /** An order by values. */
        static <K, V> Comparator<Entry<K, V>> comparingByValue(Comparator<? super V> order) {
            return new EntryOrder<K, V, V>(false, Objects.requireNonNull(order));
        }

        /** A copy that does not change with the map. */
        @SuppressWarnings("unchecked")
        static <K, V> Entry<K, V> copyOf(Entry<? extends K, ? extends V> entry) {
            return entry instanceof ImmutableMap.Pair
                    ? (Entry<K, V>) entry : new ImmutableMap.Pair<K, V>(entry.getKey(), entry.getValue());
        }
    }
}
