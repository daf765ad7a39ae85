import java.nio.file.Path;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** A server of ActiveMQ Artemis that keeps nothing on a disk. It ends when its input ends. */
final class ArtemisServer {
    private ArtemisServer() {
    }

    /** The arguments are the port without TLS, the port with TLS, and the folder of the keys. */
    public static void main(String[] arguments) throws Exception {
        Configuration configuration = new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false)
            .setJMXManagementEnabled(false)
            .addAcceptorConfiguration("plain", "tcp://127.0.0.1:" + arguments[0] + "?protocols=CORE;tcpNoDelay=true")
            .addAcceptorConfiguration("tls", "tcp://127.0.0.1:" + arguments[1] + "?protocols=CORE;tcpNoDelay=true"
                + ";needClientAuth=true" + tls(Path.of(arguments[2]), "mediator").replace('&', ';'))
            .addAddressSetting("#", new AddressSettings().setMaxSizeBytes(100 << 20)
                .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK).setAutoCreateAddresses(true));
        EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
        server.start();
        System.out.println("started");
        while (System.in.read() >= 0) {
            // Nothing is said to the server.
        }
        System.exit(0);
    }

    /** The words of an address that say which keys to use. */
    static String tls(Path keys, String name) {
        return "&sslEnabled=true&enabledProtocols=TLSv1.3&enabledCipherSuites=" + TlsSide.SUITE
            + "&verifyHost=false&keyStoreType=PKCS12&keyStorePath=" + keys.resolve(name + ".p12") + "&keyStorePassword=password&trustStoreType=PEMCA&trustStorePath="
            + keys.resolve("ca.pem");
    }
}
