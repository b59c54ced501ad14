import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks, conditions, and other places where threads meet. */
public class Locks {

    /** A buffer as textbooks have it. */
    static class Buffer {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final ArrayDeque<Integer> values = new ArrayDeque<>();

        void put(int value) throws InterruptedException {
            lock.lock();
            try {
                while (values.size() == 3) {
                    notFull.await();
                }
                values.add(value);
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        int take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (values.isEmpty()) {
                    notEmpty.await();
                }
                notFull.signal();
                return values.remove();
            } finally {
                lock.unlock();
            }
        }
    }

    static void buffer() throws InterruptedException {
        Buffer buffer = new Buffer();
        Thread[] producers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            producers[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 25; k++) {
                        buffer.put(k * 2 + n);
                    }
                } catch (InterruptedException e) {
                    System.out.println("not here");
                }
            });
            producers[i].start();
        }
        int sum = 0;
        int digest = 0;
        for (int i = 0; i < 50; i++) {
            int value = buffer.take();
            sum += value;
            digest ^= 1 << value % 31;
        }
        System.out.println(sum + " " + digest);
        for (Thread producer : producers) {
            producer.join();
        }
    }

    static void reentrant() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isFair() + lock.isLocked() + lock.isHeldByCurrentThread());
        StringBuilder text = new StringBuilder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            Thread thread = new Thread(() -> {
                lock.lock();
                text.append(n);
                lock.unlock();
            });
            threads.add(thread);
            thread.start();
            while (!lock.hasQueuedThread(thread)) {
                Thread.yield();
            }
        }
        System.out.println(lock.getQueueLength() + " " + lock.hasQueuedThreads());
        Thread other = new Thread(() -> {
            try {
                text.append(lock.tryLock()).append(lock.tryLock(2, TimeUnit.MILLISECONDS));
                lock.lockInterruptibly();
            } catch (InterruptedException e) {
                text.append("i");
            }
        });
        other.start();
        while (lock.getQueueLength() < 5 || text.length() < 9) {
            Thread.yield();
        }
        other.interrupt();
        other.join();
        lock.unlock();
        System.out.println(lock.getQueueLength() + " " + text);
        lock.unlock();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(text + " " + lock.isLocked());
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        Condition condition = lock.newCondition();
        try {
            condition.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
        lock.lock();
        System.out.println(condition.await(1, TimeUnit.MILLISECONDS) + " " + (condition.awaitNanos(1000) <= 0) + " "
                + lock.getHoldCount());
        lock.unlock();
    }

    static void readWrite() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] value = new int[2];
        CountDownLatch reading = new CountDownLatch(3);
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            boolean reads = i < 3;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    if (reads) {
                        lock.readLock().lock();
                        if (k == 0) {
                            reading.countDown();
                            try {
                                reading.await();
                            } catch (InterruptedException e) {
                                System.out.println("not here");
                            }
                        }
                        if (value[0] != value[1]) {
                            System.out.println("torn");
                        }
                        lock.readLock().unlock();
                    } else {
                        try {
                            reading.await();
                        } catch (InterruptedException e) {
                            System.out.println("not here");
                        }
                        lock.writeLock().lock();
                        value[0]++;
                        Thread.yield();
                        value[1]++;
                        lock.writeLock().unlock();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(value[0] + " " + value[1]);
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().lock();
        System.out.println(lock.getReadHoldCount() + " " + lock.getWriteHoldCount() + " " + lock.isWriteLocked());
        lock.writeLock().unlock();
        lock.writeLock().unlock();
        System.out.println(lock.writeLock().tryLock() + " " + lock.readLock().tryLock() + " " + lock.getReadLockCount());
        lock.readLock().unlock();
        lock.readLock().unlock();
        System.out.println(lock.writeLock().tryLock(1, TimeUnit.SECONDS));
        try {
            lock.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void latchesAndBarriers() throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        System.out.println(latch.await(1, TimeUnit.MILLISECONDS) + " " + latch.getCount());
        int[] rounds = new int[1];
        int[] cells = new int[3];
        CyclicBarrier barrier = new CyclicBarrier(3, () -> rounds[0] += cells[0] + cells[1] + cells[2]);
        for (int i = 0; i < 3; i++) {
            int n = i;
            new Thread(() -> {
                try {
                    for (int k = 1; k <= 4; k++) {
                        cells[n] = k * (n + 1);
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    System.out.println(e);
                }
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(rounds[0] + " " + barrier.getNumberWaiting() + " " + barrier.isBroken() + " " + latch.getCount());
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("alone " + barrier.isBroken());
        }
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            System.out.println("broken");
        }
        barrier.reset();
        System.out.println(barrier.isBroken());
        Exchanger<String> exchanger = new Exchanger<>();
        String[] got = new String[1];
        Thread thread = new Thread(() -> {
            try {
                got[0] = exchanger.exchange("from thread");
            } catch (InterruptedException e) {
                System.out.println("not here");
            }
        });
        thread.start();
        System.out.println(exchanger.exchange("from main"));
        thread.join();
        System.out.println(got[0]);
    }

    static void semaphores() throws InterruptedException {
        Semaphore semaphore = new Semaphore(2, true);
        int[] inside = new int[2];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 8; k++) {
                    semaphore.acquireUninterruptibly();
                    synchronized (inside) {
                        inside[0]++;
                        inside[1] = Math.max(inside[1], inside[0]);
                    }
                    Thread.yield();
                    synchronized (inside) {
                        inside[0]--;
                    }
                    semaphore.release();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(inside[0] + " " + (inside[1] <= 2) + " " + semaphore.availablePermits());
        System.out.println(semaphore.tryAcquire(3) + " " + semaphore.tryAcquire(2) + " "
                + semaphore.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + semaphore.drainPermits());
        semaphore.release(5);
        semaphore.acquire(4);
        System.out.println(semaphore.availablePermits() + " " + semaphore.drainPermits());
    }

    static void parking() throws InterruptedException {
        boolean[] go = new boolean[1];
        Thread thread = new Thread(() -> {
            while (!go[0]) {
                LockSupport.park();
            }
            System.out.println("unparked");
        });
        thread.start();
        Thread.sleep(2);
        go[0] = true;
        LockSupport.unpark(thread);
        thread.join();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000000);
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(Thread.interrupted());
    }

    static void units() throws InterruptedException {
        System.out.println(TimeUnit.SECONDS.toMillis(3) + " " + TimeUnit.NANOSECONDS.toMicros(-1999) + " "
                + TimeUnit.DAYS.toNanos(200000) + " " + TimeUnit.HOURS.convert(-Long.MAX_VALUE, TimeUnit.DAYS) + " "
                + TimeUnit.MINUTES.toSeconds(90) + " " + TimeUnit.MILLISECONDS.toDays(86400000L * 3 - 1) + " "
                + TimeUnit.valueOf("HOURS").toMinutes(2));
        TimeUnit.MICROSECONDS.sleep(1500);
    }

    public static void main(String[] args) throws Exception {
        buffer();
        reentrant();
        readWrite();
        latchesAndBarriers();
        semaphores();
        parking();
        units();
    }
}
