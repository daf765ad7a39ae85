package tycho.security;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The authority of a site, in a folder: it signs the certificates of the site's mediators and clients. The JDK's
 * keytool makes the keys and the certificates, since the JDK has no other public way to make them.
 */
public final class Authority {
    /** The name of the key that mediators of the site use. */
    public static final String MEDIATOR = "mediator";
    /** The name of the key that a client uses unless it names another. */
    public static final String CLIENT = "client";
    private static final String OWN = "ca";
    private static final int VALID_DAYS = 825;
    private static final int AUTHORITY_VALID_DAYS = 3650;
    private static final int KEYTOOL_SECONDS = 300;
    /** Without the characters that have a meaning in a distinguished name or in a file of permissions. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final Path folder;
    private final String site;

    private Authority(Path folder, String site) {
        this.folder = folder;
        this.site = site;
    }

    /**
     * Makes the authority of a site, the key of its mediators, and that of one client.
     *
     * @throws FileAlreadyExistsException if the folder has an authority already
     */
    public static Authority create(Path folder, String site) throws IOException {
        checkName("site", site);
        Path store = folder.resolve(OWN + ".p12");
        if (Files.exists(store)) {
            throw new FileAlreadyExistsException(store.toString(), null, "the keys of a site are there already; choose"
                + " another folder, or remove this one: all certificates of the old authority are then useless");
        }
        if (folder.getParent() != null) {
            Files.createDirectories(folder.getParent());
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder, ownerOnly("rwx------"));
        }
        Files.createDirectories(folder.resolve(Keys.TRUSTED));
        Authority authority = new Authority(folder, site);
        authority.keytool(store, OWN, AUTHORITY_VALID_DAYS, "", List.of("-dname", "CN=" + site + " authority, O="
            + site, "-ext", "bc:critical=ca:true,pathlen:0", "-ext", "ku:critical=keyCertSign,cRLSign"));
        ownerOnly(store);
        authority.writeCertificate();
        authority.issue(MEDIATOR);
        authority.issue(CLIENT);
        return authority;
    }

    /** The authority in a folder. */
    public static Authority open(Path folder) throws IOException {
        return new Authority(folder, Keys.read(folder, OWN).identity().site());
    }

    /** The name of the site. */
    public String site() {
        return site;
    }

    /** Makes a key and its certificate, which is valid from now on. */
    public Path issue(String name) throws IOException {
        return issue(name, "", VALID_DAYS);
    }

    /**
     * Makes a key and its certificate.
     *
     * @param start when the certificate begins to be valid, as keytool wants it; empty for now
     */
    Path issue(String name, String start, int days) throws IOException {
        checkName("client", name);
        if (name.equals(OWN)) {
            throw new IllegalArgumentException("the name '" + name + "' belongs to the authority; choose another");
        }
        Path file = folder.resolve(name + ".p12");
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "this key exists already; remove the file to"
                + " replace the key");
        }
        Path both = Files.createTempFile(folder, ".issue", ".p12", ownerOnly("rw-------"));
        try {
            Files.copy(folder.resolve(OWN + ".p12"), both, StandardCopyOption.REPLACE_EXISTING);
            String unit = name.equals(MEDIATOR) ? ", OU=" + Identity.MEDIATOR : "";
            keytool(both, name, days, start, List.of("-dname", "CN=" + name + unit + ", O=" + site, "-signer", OWN,
                "-ext", "ku:critical=digitalSignature", "-ext", "eku=serverAuth,clientAuth"));
            KeyStore all = load(both);
            KeyStore one = KeyStore.getInstance("PKCS12");
            one.load(null, null);
            one.setKeyEntry(name, all.getKey(name, Keys.PASSWORD), Keys.PASSWORD, all.getCertificateChain(name));
            Path temporary = Files.createTempFile(folder, ".issue", ".p12", ownerOnly("rw-------"));
            try (OutputStream out = Files.newOutputStream(temporary)) {
                one.store(out, Keys.PASSWORD);
            }
            Files.move(temporary, file);
            return file;
        } catch (GeneralSecurityException e) {
            throw new IOException("the key of " + name + " cannot be stored: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(both);
        }
    }

    private void writeCertificate() throws IOException {
        try {
            byte[] certificate = load(folder.resolve(OWN + ".p12")).getCertificate(OWN).getEncoded();
            Files.writeString(folder.resolve(Keys.AUTHORITY), "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
                + "\n-----END CERTIFICATE-----\n", StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the site " + site + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(file.toFile(), Keys.PASSWORD);
    }

    private void keytool(Path store, String alias, int days, String start, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
            .toString(), "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-genkeypair", "-keystore",
            store.toString(), "-storetype", "PKCS12", "-storepass", new String(Keys.PASSWORD), "-alias", alias,
            "-keyalg", "EC", "-groupname", "secp256r1", "-validity", Integer.toString(days)));
        if (!start.isEmpty()) {
            command.addAll(List.of("-startdate", start));
        }
        command.addAll(more);
        // A file, because a pipe that nobody reads fills, and one that somebody reads may never end.
        Path output = Files.createTempFile("keytool", ".out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                throw new IOException("keytool could not make the key of " + alias + " in " + store + ": "
                    + (ended ? "" : "it has not ended after " + KEYTOOL_SECONDS + " s; ")
                    + Files.readString(output).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool made the key of " + alias, e);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }

    private static void checkName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a " + what + " is '" + name + "'; it needs 1 to 64 letters,"
                + " digits, '.', '_' and '-', and begins with a letter or digit");
        }
    }

    private static FileAttribute<?>[] ownerOnly(String mode) {
        return File.separatorChar == '/'
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
            : new FileAttribute<?>[0];
    }

    private static void ownerOnly(Path file) throws IOException {
        if (File.separatorChar == '/') {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }
}
