import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.StringReader;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.fop.apps.FopFactory;

/** A long document set in lines and pages. */
public final class Fop implements Workload {
    private final String document;
    private final FopFactory factory = FopFactory.newInstance(new File(".").toURI());

    public Fop() {
        StringBuilder text = new StringBuilder("<fo:root xmlns:fo='http://www.w3.org/1999/XSL/Format'><fo:layout-master-set>"
                + "<fo:simple-page-master master-name='a' page-height='29cm' page-width='21cm'><fo:region-body margin='2cm'/>"
                + "</fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference='a'>"
                + "<fo:flow flow-name='xsl-region-body'>");
        for (int i = 0; i < 400; ++i) {
            text.append("<fo:block text-align='justify' space-after='4pt'>");
            for (int word = 0; word < 60; ++word) {
                text.append("word").append(Integer.toString(i * 7919 + word * 31, 36)).append(word % 7 == 6 ? ", " : " ");
            }
            text.append("</fo:block>");
        }
        document = text.append("</fo:flow></fo:page-sequence></fo:root>").toString();
    }

    @Override
    public byte[] run() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        org.apache.fop.apps.Fop fop = factory.newFop("text/plain", out);
        Transformer same = TransformerFactory.newInstance().newTransformer();
        same.transform(new StreamSource(new StringReader(document)), new SAXResult(fop.getDefaultHandler()));
        return out.toByteArray();
    }
}
