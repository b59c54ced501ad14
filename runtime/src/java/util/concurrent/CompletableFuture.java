package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A result that somebody sets, and steps that follow when it is there. */
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {

    boolean done;
    Object result;
    Throwable failure;

    /** Steps that wait for this result, the youngest first. */
    private Link links;

    /** A result that nobody has set. */
    public CompletableFuture() {
    }

    /** A result that a supplier gives on another thread. */
    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return start(Step.SUPPLY, supplier, asyncPool());
    }

    /** A result that a supplier gives on an executor. */
    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        return start(Step.SUPPLY, supplier, executor);
    }

    /** An action on another thread; the result is null. */
    public static CompletableFuture<Void> runAsync(Runnable action) {
        return start(Step.START, action, asyncPool());
    }

    /** An action on an executor; the result is null. */
    public static CompletableFuture<Void> runAsync(Runnable action, Executor executor) {
        return start(Step.START, action, executor);
    }

    private static <U> CompletableFuture<U> start(int kind, Object action, Executor executor) {
        CompletableFuture<U> target = new CompletableFuture<U>();
        executor.execute(new Step(kind, null, null, Objects.requireNonNull(action), executor, target));
        return target;
    }

    static Executor asyncPool() {
        return ForkJoinPool.commonThreads();
    }

    /** The executor of steps that name none. */
    public Executor defaultExecutor() {
        return ForkJoinPool.commonPool();
    }

    /** A result that is there. */
    public static <U> CompletableFuture<U> completedFuture(U value) {
        CompletableFuture<U> future = new CompletableFuture<U>();
        future.complete(value);
        return future;
    }

    /** A result that is there. */
    public static <U> CompletionStage<U> completedStage(U value) {
        return completedFuture(value);
    }

    /** An end with an exception. */
    public static <U> CompletableFuture<U> failedFuture(Throwable exception) {
        CompletableFuture<U> future = new CompletableFuture<U>();
        future.completeExceptionally(exception);
        return future;
    }

    /** An end with an exception. */
    public static <U> CompletionStage<U> failedStage(Throwable exception) {
        return failedFuture(exception);
    }

    /** Ends when all others have ended, with an exception if one of them did. */
    public static CompletableFuture<Void> allOf(CompletableFuture<?>... others) {
        CompletableFuture<Void> all = completedFuture(null);
        for (CompletableFuture<?> other : others) {
            all = all.follow(Step.RUN_BOTH, other, null, null);
        }
        return all;
    }

    /** Ends as the first of others. */
    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... others) {
        CompletableFuture<Object> any = new CompletableFuture<Object>();
        for (CompletableFuture<?> other : others) {
            Step step = new Step(Step.COPY, other, null, null, null, any);
            if (!other.keeps(step)) {
                Step.fireAll(new Link(step, null));
            }
        }
        return any;
    }

    private <U> CompletableFuture<U> follow(int kind, CompletionStage<?> other, Object action, Executor executor) {
        if (action == null && kind != Step.RUN_BOTH) {
            throw new NullPointerException();
        }
        CompletableFuture<U> target = new CompletableFuture<U>();
        CompletableFuture<?> second = other == null ? null : other.toCompletableFuture();
        Step step = new Step(kind, this, second, action, executor, target);
        boolean waits = keeps(step);
        if (waits && kind >= Step.APPLY_EITHER) {
            waits = second.keeps(step);
        }
        if (!waits) {
            Step.fireAll(new Link(step, null));
        }
        return target;
    }

    /** Lets a step follow; false if the result is there already. */
    synchronized boolean keeps(Step step) {
        if (!done) {
            links = new Link(step, links);
        }
        return !done;
    }

    /** Sets the result, if it is not there; whether it was not. */
    public boolean complete(T value) {
        return end(value, null);
    }

    /** Ends with an exception, if there is no result; whether there was none. */
    public boolean completeExceptionally(Throwable exception) {
        return end(null, Objects.requireNonNull(exception));
    }

    private boolean end(Object value, Throwable exception) {
        synchronized (this) {
            if (done) {
                return false;
            }
        }
        Step.fireAll(finish(value, exception));
        return true;
    }

    /** Sets the end, if there is none; gives the steps that may follow now. */
    synchronized Link finish(Object value, Throwable exception) {
        if (done) {
            return null;
        }
        result = value;
        failure = exception;
        done = true;
        Link waiting = links;
        links = null;
        notifyAll();
        return waiting;
    }

    @Override
    public boolean cancel(boolean interrupts) {
        return end(null, new CancellationException()) || isCancelled();
    }

    @Override
    public boolean isCancelled() {
        return failure instanceof CancellationException;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    /** Whether the end was an exception. */
    public boolean isCompletedExceptionally() {
        return failure != null;
    }

    private synchronized boolean await(long deadline, boolean stops) throws InterruptedException {
        boolean interrupted = false;
        while (!done) {
            try {
                if (!WaitQueue.await(this, deadline)) {
                    return false;
                }
            } catch (InterruptedException e) {
                if (stops) {
                    throw e;
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        WaitingQueue.checkInterrupt();
        await(WaitQueue.NEVER, true);
        return report();
    }

    @Override
    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        WaitingQueue.checkInterrupt();
        if (!await(WaitQueue.deadline(unit.toNanos(time)), true)) {
            throw new TimeoutException();
        }
        return report();
    }

    @SuppressWarnings("unchecked")
    private T report() throws ExecutionException {
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
            throw new ExecutionException(wrapped ? failure.getCause() : failure);
        }
        return (T) result;
    }

    /** Waits for the result, whatever interrupts. */
    @SuppressWarnings("unchecked")
    public T join() {
        try {
            await(WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            throw wrap(failure);
        }
        return (T) result;
    }

    /** The result, or another value if it is not there. */
    public T getNow(T otherwise) {
        return done ? join() : otherwise;
    }

    static CompletionException wrap(Throwable exception) {
        return exception instanceof CompletionException ? (CompletionException) exception
                : new CompletionException(exception);
    }

    /** Sets the end, whatever it was. */
    public synchronized void obtrudeValue(T value) {
        end(value, null);
        result = value;
        failure = null;
    }

    /** Number of steps that wait. */
    public synchronized int getNumberOfDependents() {
        int n = 0;
        for (Link link = links; link != null; link = link.next) {
            ++n;
        }
        return n;
    }

    /** Ends with an exception, if there is no result by then. */
    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) {
        new Limit<T>(this, WaitQueue.deadline(unit.toNanos(time)), null, true).start();
        return this;
    }

    /** Ends with a value, if there is no result by then. */
    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) {
        new Limit<T>(this, WaitQueue.deadline(unit.toNanos(time)), value, false).start();
        return this;
    }

    /** The result of a supplier on another thread. */
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, asyncPool());
    }

    /** The result of a supplier on an executor. */
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        executor.execute(new Step(Step.SUPPLY, null, null, Objects.requireNonNull(supplier), executor, this));
        return this;
    }

    /** Waits for a result, and ends its future if there is none in time. */
    private static final class Limit<T> extends Thread {

        private final CompletableFuture<T> future;
        private final long deadline;
        private final T value;
        private final boolean fails;

        Limit(CompletableFuture<T> future, long deadline, T value, boolean fails) {
            super("CompletableFutureDelayScheduler");
            setDaemon(true);
            this.future = future;
            this.deadline = deadline;
            this.value = value;
            this.fails = fails;
        }

        @Override
        public void run() {
            try {
                if (!future.done && !future.await(deadline, true)) {
                    future.end(fails ? null : value, fails ? new TimeoutException() : null);
                }
            } catch (InterruptedException e) {
                // Nobody knows this thread.
            }
        }
    }

    /** Another future with the same end. */
    public CompletableFuture<T> copy() {
        return follow(Step.COPY, null, this, null);
    }

    @Override
    public CompletableFuture<T> toCompletableFuture() {
        return this;
    }

    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> action) {
        return follow(Step.APPLY, null, action, null);
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> action) {
        return follow(Step.APPLY, null, action, asyncPool());
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> action, Executor executor) {
        return follow(Step.APPLY, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return follow(Step.ACCEPT, null, action, null);
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return follow(Step.ACCEPT, null, action, asyncPool());
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return follow(Step.ACCEPT, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable action) {
        return follow(Step.RUN, null, action, null);
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action) {
        return follow(Step.RUN, null, action, asyncPool());
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return follow(Step.RUN, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action) {
        return follow(Step.COMBINE, other, action, null);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action) {
        return follow(Step.COMBINE, other, action, asyncPool());
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action, Executor executor) {
        return follow(Step.COMBINE, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action) {
        return follow(Step.ACCEPT_BOTH, other, action, null);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action) {
        return follow(Step.ACCEPT_BOTH, other, action, asyncPool());
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action, Executor executor) {
        return follow(Step.ACCEPT_BOTH, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return follow(Step.RUN_BOTH, other, action, null);
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return follow(Step.RUN_BOTH, other, action, asyncPool());
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return follow(Step.RUN_BOTH, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> action) {
        return follow(Step.APPLY_EITHER, other, action, null);
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> action) {
        return follow(Step.APPLY_EITHER, other, action, asyncPool());
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other,
            Function<? super T, U> action, Executor executor) {
        return follow(Step.APPLY_EITHER, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return follow(Step.ACCEPT_EITHER, other, action, null);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return follow(Step.ACCEPT_EITHER, other, action, asyncPool());
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other,
            Consumer<? super T> action, Executor executor) {
        return follow(Step.ACCEPT_EITHER, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return follow(Step.RUN_EITHER, other, action, null);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return follow(Step.RUN_EITHER, other, action, asyncPool());
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return follow(Step.RUN_EITHER, other, action, Objects.requireNonNull(executor));
    }

    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> action) {
        return follow(Step.COMPOSE, null, action, null);
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> action) {
        return follow(Step.COMPOSE, null, action, asyncPool());
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> action, Executor executor) {
        return follow(Step.COMPOSE, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> action) {
        return follow(Step.HANDLE, null, action, null);
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> action) {
        return follow(Step.HANDLE, null, action, asyncPool());
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> action, Executor executor) {
        return follow(Step.HANDLE, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return follow(Step.WHEN, null, action, null);
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        return follow(Step.WHEN, null, action, asyncPool());
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return follow(Step.WHEN, null, action, Objects.requireNonNull(executor));
    }

    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> function) {
        return follow(Step.EXCEPT, null, function, null);
    }

    @Override
    public String toString() {
        int waiting = getNumberOfDependents();
        return super.toString() + (!done ? waiting == 0 ? "[Not completed]"
                : "[Not completed, " + waiting + " dependents]"
                : failure == null ? "[Completed normally]" : "[Completed exceptionally: " + failure + "]");
    }

    /** A place in the list of steps. */
    static final class Link {

        final Step step;
        final Link next;

        Link(Step step, Link next) {
            this.step = step;
            this.next = next;
        }
    }

    /** What follows a result. */
    static final class Step implements Runnable {

        static final int START = 0;
        static final int SUPPLY = 1;
        static final int COPY = 2;
        static final int APPLY = 3;
        static final int ACCEPT = 4;
        static final int RUN = 5;
        static final int COMPOSE = 6;
        static final int HANDLE = 7;
        static final int WHEN = 8;
        static final int EXCEPT = 9;
        static final int COMBINE = 10;
        static final int ACCEPT_BOTH = 11;
        static final int RUN_BOTH = 12;
        static final int APPLY_EITHER = 13;
        static final int ACCEPT_EITHER = 14;
        static final int RUN_EITHER = 15;

        private final int kind;
        private final CompletableFuture<?> first;
        private final CompletableFuture<?> second;
        private final Object action;
        private final Executor executor;
        private final CompletableFuture<?> target;
        private boolean fired;

        Step(int kind, CompletableFuture<?> first, CompletableFuture<?> second, Object action, Executor executor,
                CompletableFuture<?> target) {
            this.kind = kind;
            this.first = first;
            this.second = second;
            this.action = action;
            this.executor = executor;
            this.target = target;
        }

        /** Runs steps and those that follow them, one after the other: calls would fill the stack. */
        static void fireAll(Link pending) {
            while (pending != null) {
                Step step = pending.step;
                pending = pending.next;
                if (step.isReady()) {
                    if (step.executor != null) {
                        step.executor.execute(step);
                    } else {
                        for (Link more = step.perform(); more != null; more = more.next) {
                            pending = new Link(more.step, pending);
                        }
                    }
                }
            }
        }

        /** Whether this step is to begin; it waits for the other result if it needs both. */
        boolean isReady() {
            if (kind >= COMBINE && kind <= RUN_BOTH && second.keeps(this)) {
                return false;
            }
            synchronized (this) {
                boolean first = !fired;
                fired = true;
                return first;
            }
        }

        @Override
        public void run() {
            fireAll(perform());
        }


        private Link begin() {
            Object value = null;
            if (kind == SUPPLY) {
                value = ((Supplier<?>) action).get();
            } else {
                ((Runnable) action).run();
            }
            return target.finish(value, null);
        }

        /** Sets the end of the target; gives what follows it. */
        @SuppressWarnings({"unchecked", "rawtypes"})
        private Link perform() {
            try {
                if (first == null) {
                    return begin();
                }
                CompletableFuture<?> source = first.done ? first : second;
                Throwable failure = source.failure;
                Object value = source.result;
                if (kind == WHEN) {
                    return observe(value, failure);
                }
                if (kind == HANDLE) {
                    return target.finish(((BiFunction) action).apply(value, failure), null);
                }
                if (failure == null && second != null && kind <= RUN_BOTH) {
                    failure = second.failure;
                }
                if (failure != null && kind == EXCEPT) {
                    return target.finish(((Function) action).apply(failure), null);
                }
                if (failure != null) {
                    return target.finish(null, wrap(failure));
                }
                if (kind == COMPOSE) {
                    return copy(((CompletionStage<?>) ((Function) action).apply(value)).toCompletableFuture());
                }
                return target.finish(kind == EXCEPT || kind == COPY ? value : use(value), null);
            } catch (Throwable e) {
                return target.finish(null, wrap(e));
            }
        }

        private Link copy(CompletableFuture<?> source) {
            if (source.keeps(new Step(COPY, source, null, null, null, target))) {
                return null;
            }
            return target.finish(source.result, source.failure == null ? null : wrap(source.failure));
        }

        /** An action that sees the end and leaves it as it is; its own exception counts only after a result. */
        @SuppressWarnings({"unchecked", "rawtypes"})
        private Link observe(Object value, Throwable failure) {
            try {
                ((BiConsumer) action).accept(value, failure);
            } catch (Throwable e) {
                if (failure == null) {
                    throw e;
                }
            }
            return target.finish(value, failure == null ? null : wrap(failure));
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private Object use(Object value) {
            switch (kind) {
                case APPLY:
                case APPLY_EITHER:
                    return ((Function) action).apply(value);
                case COMBINE:
                    return ((BiFunction) action).apply(value, second.result);
                case ACCEPT:
                case ACCEPT_EITHER:
                    ((Consumer) action).accept(value);
                    return null;
                case ACCEPT_BOTH:
                    ((BiConsumer) action).accept(value, second.result);
                    return null;
                default:
                    if (action != null) {
                        ((Runnable) action).run();
                    }
                    return null;
            }
        }
    }
}
