import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** Accounts and payments in a data base. */
final class Bank {
    private static final int ACCOUNTS = 4000;

    static byte[] run(Connection data) throws Exception {
        StringBuilder out = new StringBuilder();
        try (Statement now = data.createStatement()) {
            now.execute("create table account (id int primary key, owner varchar(40), amount int)");
            now.execute("create table payment (id int primary key, source int, target int, amount int)");
            now.execute("create index by_source on payment (source)");
            data.setAutoCommit(false);
            try (PreparedStatement add = data.prepareStatement("insert into account values (?, ?, ?)")) {
                for (int i = 0; i < ACCOUNTS; ++i) {
                    add.setInt(1, i);
                    add.setString(2, "owner " + i % 97);
                    add.setInt(3, 1000);
                    add.executeUpdate();
                }
            }
            pay(data);
            data.commit();
            String[] queries = {"select owner, sum(amount), count(*) from account group by owner order by 2 desc, 1",
                "select a.owner, sum(p.amount) from payment p join account a on a.id = p.source where p.amount > 50 "
                        + "group by a.owner having sum(p.amount) > 100 order by 2, 1",
                "select count(*) from account where owner like '%1%' and amount between 900 and 1100"};
            for (int i = 0; i < 12; ++i) {
                try (ResultSet rows = now.executeQuery(queries[i % queries.length])) {
                    while (rows.next()) {
                        out.append(rows.getString(1));
                    }
                }
            }
            now.execute("drop table payment");
            now.execute("drop table account");
            data.commit();
        }
        return out.toString().getBytes("UTF-8");
    }

    private static void pay(Connection data) throws Exception {
        int seed = 1;
        try (PreparedStatement pay = data.prepareStatement("insert into payment values (?, ?, ?, ?)");
                PreparedStatement change = data.prepareStatement("update account set amount = amount + ? where id = ?")) {
            for (int i = 0; i < 12000; ++i) {
                seed = seed * 1103515245 + 12345;
                int amount = seed >>> 25;
                int[] accounts = {(seed >>> 8) % ACCOUNTS, (seed >>> 12) % ACCOUNTS};
                pay.setInt(1, i);
                pay.setInt(2, accounts[0]);
                pay.setInt(3, accounts[1]);
                pay.setInt(4, amount);
                pay.executeUpdate();
                for (int side = 0; side < 2; ++side) {
                    change.setInt(1, side == 0 ? -amount : amount);
                    change.setInt(2, accounts[side]);
                    change.executeUpdate();
                }
            }
        }
    }
}
