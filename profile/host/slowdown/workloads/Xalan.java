import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Transformer;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/** A large document through a style sheet. */
public final class Xalan implements Workload {
    private static final String STYLE = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
            + "<xsl:key name='kind' match='item' use='@kind'/><xsl:template match='/list'><table>"
            + "<xsl:for-each select='item'><xsl:sort select='@name'/><row n='{position()}'>"
            + "<xsl:apply-templates select='.'/></row></xsl:for-each></table></xsl:template>"
            + "<xsl:template match='item'><b><xsl:value-of select='concat(@name, \": \", price * 2)'/></b>"
            + "<i><xsl:value-of select='count(key(\"kind\", @kind)[price &gt; 50])'/></i>"
            + "<xsl:if test='contains(@name, \"7\")'><xsl:value-of select='translate(@name, \"abc\", \"ABC\")'/></xsl:if>"
            + "</xsl:template></xsl:stylesheet>";
    private final String document;

    public Xalan() {
        StringBuilder text = new StringBuilder("<list>");
        for (int i = 0; i < 3000; ++i) {
            text.append("<item name='cab").append(i * 7919 % 3001).append("' kind='k").append(i % 60).append("'><price>")
                    .append(i * 31 % 101).append("</price></item>");
        }
        document = text.append("</list>").toString();
    }

    @Override
    public byte[] run() throws Exception {
        StringWriter out = new StringWriter();
        for (int turn = 0; turn < 8; ++turn) {
            Transformer style = new TransformerFactoryImpl().newTransformer(new StreamSource(new StringReader(STYLE)));
            style.transform(new StreamSource(new StringReader(document)), new StreamResult(out));
        }
        return out.toString().getBytes("UTF-8");
    }
}
