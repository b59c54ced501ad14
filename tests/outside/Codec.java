import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.codec.language.Soundex;

/** Commons Codec: texts for bytes and back, a hash, a code of sounds. */
public class Codec {

    public static void main(String[] args) throws Exception {
        byte[] bytes = "Hello, JOP!".getBytes();
        String text = new String(Base64.encodeBase64(bytes));
        System.out.println(Hex.encodeHex(bytes));
        System.out.println(text + " " + new String(Base64.decodeBase64(text)));
        System.out.println(MurmurHash3.hash32x86(bytes) + " " + new Soundex().encode("Robert"));
    }
}
