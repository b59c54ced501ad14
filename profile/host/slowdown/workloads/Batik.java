import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.PNGTranscoder;

/** A drawing made into an image. */
public final class Batik implements Workload {
    private final String drawing;

    public Batik() {
        StringBuilder text = new StringBuilder("<svg xmlns='http://www.w3.org/2000/svg' width='800' height='600'><defs>"
                + "<linearGradient id='g'><stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/>"
                + "</linearGradient><filter id='f'><feGaussianBlur stdDeviation='2'/></filter></defs>");
        for (int i = 0; i < 1200; ++i) {
            int x = i * 7919 % 800;
            int y = i * 104729 % 600;
            text.append("<path transform='rotate(").append(i % 90).append(")' fill='").append(i % 3 == 0 ? "url(#g)" : "#" + (100 + i % 900))
                    .append("' style='opacity:0.8' d='M").append(x).append(' ').append(y).append(" q 30 ").append(i % 50)
                    .append(" 60 10 t 20 40 c 5 5 10 -20 30 0 z'").append(i % 200 == 0 ? " filter='url(#f)'" : "").append("/>");
        }
        drawing = text.append("</svg>").toString();
    }

    @Override
    public byte[] run() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PNGTranscoder().transcode(new TranscoderInput(new StringReader(drawing)), new TranscoderOutput(out));
        return out.toByteArray();
    }
}
