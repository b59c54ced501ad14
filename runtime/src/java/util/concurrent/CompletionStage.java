package java.util.concurrent;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** A step of a computation that others follow: at once, or on an executor (Async). */
public interface CompletionStage<T> {

    /** A stage with a function of this result. */
    <U> CompletionStage<U> thenApply(Function<? super T, ? extends U> action);

    /** A stage with a function of this result. */
    <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> action);

    /** A stage with a function of this result. */
    <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> action, Executor executor);

    /** A stage that gives this result to an action. */
    CompletionStage<Void> thenAccept(Consumer<? super T> action);

    /** A stage that gives this result to an action. */
    CompletionStage<Void> thenAcceptAsync(Consumer<? super T> action);

    /** A stage that gives this result to an action. */
    CompletionStage<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor);

    /** A stage that runs after this one. */
    CompletionStage<Void> thenRun(Runnable action);

    /** A stage that runs after this one. */
    CompletionStage<Void> thenRunAsync(Runnable action);

    /** A stage that runs after this one. */
    CompletionStage<Void> thenRunAsync(Runnable action, Executor executor);

    /** A stage with a function of this result and another. */
    <U, V> CompletionStage<V> thenCombine(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action);

    /** A stage with a function of this result and another. */
    <U, V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action);

    /** A stage with a function of this result and another. */
    <U, V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action, Executor executor);

    /** A stage that gives this result and another to an action. */
    <U> CompletionStage<Void> thenAcceptBoth(CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action);

    /** A stage that gives this result and another to an action. */
    <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action);

    /** A stage that gives this result and another to an action. */
    <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action, Executor executor);

    /** A stage that runs after this one and another. */
    CompletionStage<Void> runAfterBoth(CompletionStage<?> other, Runnable action);

    /** A stage that runs after this one and another. */
    CompletionStage<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action);

    /** A stage that runs after this one and another. */
    CompletionStage<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor);

    /** A stage with a function of this result or another, whichever is first. */
    <U> CompletionStage<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> action);

    /** A stage with a function of this result or another, whichever is first. */
    <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> action);

    /** A stage with a function of this result or another, whichever is first. */
    <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> action,
            Executor executor);

    /** A stage that gives this result or another, whichever is first, to an action. */
    CompletionStage<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action);

    /** A stage that gives this result or another, whichever is first, to an action. */
    CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action);

    /** A stage that gives this result or another, whichever is first, to an action. */
    CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action,
            Executor executor);

    /** A stage that runs after this one or another. */
    CompletionStage<Void> runAfterEither(CompletionStage<?> other, Runnable action);

    /** A stage that runs after this one or another. */
    CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action);

    /** A stage that runs after this one or another. */
    CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor);

    /** A stage with the result of the stage that a function of this result gives. */
    <U> CompletionStage<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> action);

    /** A stage with the result of the stage that a function of this result gives. */
    <U> CompletionStage<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> action);

    /** A stage with the result of the stage that a function of this result gives. */
    <U> CompletionStage<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> action, Executor executor);

    /** A stage with a function of this result and exception, one of them null. */
    <U> CompletionStage<U> handle(BiFunction<? super T, Throwable, ? extends U> action);

    /** A stage with a function of this result and exception, one of them null. */
    <U> CompletionStage<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> action);

    /** A stage with a function of this result and exception, one of them null. */
    <U> CompletionStage<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> action, Executor executor);

    /** A stage with the same end, after an action with this result and exception. */
    CompletionStage<T> whenComplete(BiConsumer<? super T, ? super Throwable> action);

    /** A stage with the same end, after an action with this result and exception. */
    CompletionStage<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action);

    /** A stage with the same end, after an action with this result and exception. */
    CompletionStage<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor);

    /** A stage with this result, or with a function of this exception. */
    CompletionStage<T> exceptionally(Function<Throwable, ? extends T> function);

    /** This stage as a future. */
    CompletableFuture<T> toCompletableFuture();
}
