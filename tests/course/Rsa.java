import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** RSA with small keys: makes keys, encrypts, decrypts, signs. */
public class Rsa {
    private final BigInteger modulus;
    private final BigInteger publicExponent = BigInteger.valueOf(65537);
    private final BigInteger privateExponent;

    Rsa(BigInteger p, BigInteger q) {
        modulus = p.multiply(q);
        BigInteger phi = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
        privateExponent = publicExponent.modInverse(phi);
    }

    BigInteger encrypt(BigInteger message) {
        return message.modPow(publicExponent, modulus);
    }

    BigInteger decrypt(BigInteger cipher) {
        return cipher.modPow(privateExponent, modulus);
    }

    public static void main(String[] args) {
        BigInteger p = new BigInteger("1000000007");
        BigInteger q = new BigInteger("998244353");
        System.out.println("p prime: " + p.isProbablePrime(10) + ", q prime: " + q.isProbablePrime(10));
        Rsa rsa = new Rsa(p, q);
        System.out.println("n = " + rsa.modulus + " (" + rsa.modulus.bitLength() + " bits)");
        System.out.println("d = " + rsa.privateExponent);

        BigInteger message = new BigInteger("JOP 42".getBytes(StandardCharsets.US_ASCII));
        BigInteger cipher = rsa.encrypt(message);
        System.out.println("message " + message.toString(16) + " -> " + cipher.toString(16));
        BigInteger plain = rsa.decrypt(cipher);
        System.out.println("decrypted: " + new String(plain.toByteArray(), StandardCharsets.US_ASCII));
        System.out.println("equal: " + plain.equals(message));

        Random random = new Random(7);
        BigInteger number = new BigInteger(60, random);
        BigInteger signature = rsa.decrypt(number.mod(rsa.modulus));
        System.out.println("signature holds: " + rsa.encrypt(signature).equals(number.mod(rsa.modulus)));
        System.out.println(String.format("%d has %d digits", number, number.toString().length()));
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 30; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println("30! = " + factorial);
        System.out.println("gcd = " + factorial.gcd(BigInteger.TWO.pow(40)));
    }
}
