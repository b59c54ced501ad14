import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that meet phase after phase, and futures that do not wait for ever. */
public class Phases {

    static void phaser() throws InterruptedException {
        int[] sums = new int[3];
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                System.out.println("phase " + phase + " of " + parties + ": " + (sums[0] + sums[1] + sums[2]));
                return phase == 3 || parties == 0;
            }
        };
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; ++t) {
            int number = t;
            phaser.register();
            threads[t] = new Thread(() -> {
                for (int i = 0; i <= number + 1; ++i) {
                    sums[number] += i * (number + 1);
                    if (i == number + 1) {
                        phaser.arriveAndDeregister();
                    } else {
                        phaser.arriveAndAwaitAdvance();
                    }
                }
            });
            threads[t].start();
        }
        while (!phaser.isTerminated()) {
            phaser.arriveAndAwaitAdvance();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println((phaser.getPhase() & Integer.MAX_VALUE) + " " + phaser.isTerminated() + " " + phaser.arrive());
    }

    static void states() throws InterruptedException {
        Phaser phaser = new Phaser(2);
        System.out.println(phaser.arrive() + " " + phaser.getArrivedParties() + " " + phaser.getUnarrivedParties());
        String text = phaser.toString();
        System.out.println(text.substring(text.indexOf('[')));
        try {
            phaser.awaitAdvanceInterruptibly(0, 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("nobody came " + e.getMessage());
        }
        System.out.println(phaser.arrive() + " " + phaser.getPhase() + " " + phaser.awaitAdvance(0));
        phaser.arriveAndDeregister();
        phaser.arriveAndDeregister();
        System.out.println(phaser.isTerminated() + " " + phaser.register());
        try {
            new Phaser().arrive();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage().substring(0, 43));
        }
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 2);
        Phaser right = new Phaser(root, 1);
        System.out.println(root.getRegisteredParties() + " " + (left.getRoot() == root) + " " + right.arrive() + left.arrive()
                + left.arrive() + " " + left.getPhase() + " " + right.getUnarrivedParties() + " " + root.getArrivedParties());
        root.forceTermination();
        System.out.println(left.isTerminated() + " " + (left.getParent() == root));
    }

    static void futures() {
        CompletableFuture<String> slow = new CompletableFuture<String>().completeOnTimeout("late", 3, TimeUnit.MILLISECONDS);
        System.out.println(slow.join());
        CompletableFuture<String> never = new CompletableFuture<String>().orTimeout(3, TimeUnit.MILLISECONDS);
        try {
            never.join();
        } catch (CompletionException e) {
            System.out.println(e.getCause());
        }
        CompletableFuture<Integer> quick = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.SECONDS)
                .completeAsync(() -> 42);
        System.out.println(quick.join() + " " + quick.thenApply(n -> n + 1).completeOnTimeout(0, 1, TimeUnit.SECONDS).join());
    }

    public static void main(String[] args) throws InterruptedException {
        phaser();
        states();
        futures();
    }
}
