package java.util.concurrent;

import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A map that threads share: what looks and then acts does both at once. */
public interface ConcurrentMap<K, V> extends Map<K, V> {

    @Override
    V putIfAbsent(K key, V value);

    @Override
    boolean remove(Object key, Object value);

    @Override
    boolean replace(K key, V old, V value);

    @Override
    V replace(K key, V value);

    @Override
    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null ? value : otherwise;
    }

    @Override
    default V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        V old = get(key);
        if (old != null) {
            return old;
        }
        V value = function.apply(key);
        if (value == null) {
            return null;
        }
        old = putIfAbsent(key, value);
        return old != null ? old : value;
    }

    @Override
    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        while (true) {
            V old = get(key);
            if (old == null) {
                return null;
            }
            V value = function.apply(key, old);
            if (value == null ? remove(key, old) : replace(key, old, value)) {
                return value;
            }
        }
    }

    @Override
    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        while (true) {
            V old = get(key);
            V value = function.apply(key, old);
            if (old == null ? value == null || putIfAbsent(key, value) == null
                    : value == null ? remove(key, old) : replace(key, old, value)) {
                return value;
            }
        }
    }

    @Override
    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        while (true) {
            V old = get(key);
            V result = old == null ? value : function.apply(old, value);
            if (old == null ? putIfAbsent(key, value) == null
                    : result == null ? remove(key, old) : replace(key, old, result)) {
                return result;
            }
        }
    }
}
