import java.sql.Connection;
import java.sql.DriverManager;

/** A data base in memory. */
public final class H2 implements Workload {
    public H2() throws Exception {
        Class.forName("org.h2.Driver");
    }

    @Override
    public byte[] run() throws Exception {
        try (Connection data = DriverManager.getConnection("jdbc:h2:mem:work", "sa", "")) {
            return Bank.run(data);
        }
    }
}
