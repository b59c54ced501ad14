import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Tellers move money between accounts; each account has a lock, taken in the order of the numbers. */
public class Bank {
    static class InsufficientFunds extends Exception {
        InsufficientFunds(int account, long missing) {
            super("account " + account + " lacks " + missing);
        }
    }

    static class Account {
        final int number;
        final Lock lock = new ReentrantLock();
        private long balance;

        Account(int number, long balance) {
            this.number = number;
            this.balance = balance;
        }

        void withdraw(long amount) throws InsufficientFunds {
            if (amount > balance) {
                throw new InsufficientFunds(number, amount - balance);
            }
            balance -= amount;
        }

        void deposit(long amount) {
            balance += amount;
        }
    }

    private final List<Account> accounts = new ArrayList<>();
    private int transfers;
    private int refused;

    void transfer(Account from, Account to, long amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                from.withdraw(amount);
                to.deposit(amount);
                count(true);
            } catch (InsufficientFunds e) {
                count(false);
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    private synchronized void count(boolean done) {
        if (done) {
            transfers++;
        } else {
            refused++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        for (int i = 0; i < 5; i++) {
            bank.accounts.add(new Account(i, 1000));
        }
        List<Thread> tellers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            final int seed = t;
            Thread teller = new Thread(() -> {
                Random random = new Random(seed);
                for (int i = 0; i < 50; i++) {
                    Account from = bank.accounts.get(random.nextInt(5));
                    Account to = bank.accounts.get((from.number + 1 + random.nextInt(4)) % 5);
                    bank.transfer(from, to, random.nextInt(200));
                }
            }, "teller-" + t);
            tellers.add(teller);
            teller.start();
        }
        for (Thread teller : tellers) {
            teller.join();
        }
        long sum = 0;
        for (Account account : bank.accounts) {
            sum += account.balance;
        }
        System.out.printf("%d requests, total %,d%n", bank.transfers + bank.refused, sum);
        try {
            bank.accounts.get(0).withdraw(1_000_000 + bank.accounts.get(0).balance);
        } catch (InsufficientFunds e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
