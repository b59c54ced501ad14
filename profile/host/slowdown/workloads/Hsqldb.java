import java.sql.Connection;
import java.sql.DriverManager;

/** A data base in memory. */
public final class Hsqldb implements Workload {
    public Hsqldb() throws Exception {
        Class.forName("org.hsqldb.jdbc.JDBCDriver");
    }

    @Override
    public byte[] run() throws Exception {
        try (Connection data = DriverManager.getConnection("jdbc:hsqldb:mem:work", "sa", "")) {
            return Bank.run(data);
        }
    }
}
