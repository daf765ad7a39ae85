package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import mpj.bindings.RandomBytes;
import mpj.runtime.wire.JobEnvironment;

/**
 * The secret of a job whose launcher provides none. Rank 0 makes a secret and publishes it, so anybody who can read the
 * launcher's exchange can read the secret. A user who does not trust the network under the launcher can put a secret
 * into every rank's environment instead.
 */
final class JobSecret {
    private static final String KEY = "secret";

    private JobSecret() {
    }

    /** On rank 0, makes a secret, and publishes it at the next fence. */
    static void publish(ForeignExchange exchange) throws IOException {
        if (exchange.rank() == 0) {
            exchange.put(KEY, RandomBytes.of(JobEnvironment.SECRET_BYTES));
        }
    }

    /** Returns the secret that rank 0 has published. */
    static byte[] published(ForeignExchange exchange) throws IOException {
        return exchange.require(0, KEY);
    }

    /**
     * Returns the secret that the user has set, or null. No message contains the value, because it must not reach a
     * log.
     */
    static byte[] ofEnvironment(Map<String, String> environment) {
        String digits = environment.get(JobEnvironment.SECRET);
        if (digits == null) {
            return null;
        }
        if (!digits.matches("[0-9a-fA-F]{" + 2 * JobEnvironment.SECRET_BYTES + "}")) {
            throw new BootstrapException(JobEnvironment.SECRET + " must have " + 2 * JobEnvironment.SECRET_BYTES
                + " hexadecimal digits; openssl rand -hex " + JobEnvironment.SECRET_BYTES + " makes them");
        }
        return HexFormat.of().parseHex(digits);
    }
}
