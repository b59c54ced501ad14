import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Commons CSV: rows with quotes, line breaks and names of columns. */
public class Csv {

    public static void main(String[] args) throws Exception {
        for (CSVRecord row : CSVParser.parse("a,\"b \"\"c\"\"\",d\n1,\"2\n3\",4\n", CSVFormat.DEFAULT)) {
            System.out.println(row.size() + " " + row.get(1) + " " + row.getRecordNumber());
        }
    }
}
