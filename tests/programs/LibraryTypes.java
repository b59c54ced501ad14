import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.DoubleSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;

/** Types of the library that other programs use only through their subtypes. */
public final class LibraryTypes {

    private static final class Fill extends RecursiveAction {
        private final int[] cells;

        Fill(int[] cells) {
            this.cells = cells;
        }

        @Override
        protected void compute() {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = i * i;
            }
        }
    }

    public static void main(String[] args) {
        statistics();
        locks();
        Executor here = Runnable::run;
        here.execute(() -> System.out.println("executed"));
        CompletionStage<Integer> stage = CompletableFuture.completedFuture(20);
        stage.thenAccept(value -> System.out.println("stage " + value));
        int[] cells = new int[5];
        ForkJoinTask<Void> task = new Fill(cells);
        task.invoke();
        System.out.println("filled " + cells[4]);
        BaseStream<Integer, IntStream> stream = IntStream.range(0, 3);
        System.out.println("parallel " + stream.isParallel());
        try {
            Duration.parse("three days");
        } catch (DateTimeParseException refused) {
            System.out.println("refused");
        }
    }

    private static void statistics() {
        DoubleSummaryStatistics doubles = new DoubleSummaryStatistics();
        LongSummaryStatistics longs = new LongSummaryStatistics();
        DoubleAccumulator largest = new DoubleAccumulator(Math::max, 0);
        for (int i = 1; i <= 4; i++) {
            doubles.accept(i);
            longs.accept(10L * i);
            largest.accumulate(i * 0.5);
        }
        System.out.println(doubles.getAverage() + " " + longs.getSum() + " " + largest.get());
    }

    private static void locks() {
        Lock lock = new ReentrantLock();
        lock.lock();
        lock.unlock();
        ReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        both.readLock().unlock();
        System.out.println("locked");
    }
}
