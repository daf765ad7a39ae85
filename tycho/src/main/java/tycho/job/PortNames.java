package tycho.job;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tycho.Client;
import tycho.Producer;
import tycho.TychoException;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.Query;

/**
 * The program that {@code mpjrun -Dmpj.names=tycho:} starts for a job. It keeps the names of the job's ports as entries
 * in the registry, and looks up the names of other jobs, of all sites. It reads requests from its standard input, and
 * answers each on its standard output. When the input ends, it withdraws the job's names and ends.
 */
public final class PortNames {
    /** The topic of all entries that are ports; no message is ever published. */
    public static final String TOPIC = "mpj/port";
    private static final String NAME = "port of MPI";
    private static final String KEY = "key";
    private static final String SERVICE = "service";
    private static final String PORT = "port";
    private static final String BY = "by";
    private static final String JOB = "job";
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Supplier<Client> access;
    private final String by;
    private final String job;
    private final Map<String, Producer> own = new HashMap<>();
    private Client client;

    private record Answer(String kind, String text) {
    }

    private PortNames(Supplier<Client> access, String by, String job) {
        this.access = access;
        this.by = by;
        this.job = job;
    }

    /**
     * Runs the program.
     *
     * @param arguments HOST:PORT of the mediator, or nothing for the mediator of this host; who owns the names, for
     *                  people; and a text that no other job has
     */
    public static void main(String[] arguments) {
        Client.Options options = Client.options().withoutListening().patience(PATIENCE);
        String mediator = arguments[0];
        run(() -> (mediator.isEmpty() ? options : options.mediators(mediator)).connect(), arguments[1], arguments[2],
            System.in, System.out);
    }

    static void run(Supplier<Client> access, String by, String job, InputStream requests, OutputStream answers) {
        PortNames names = new PortNames(access, by, job);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(requests));
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(answers))) {
            while (true) {
                Answer answer = names.answer(in.readUTF(), in.readUTF(), in.readUTF());
                out.writeUTF(answer.kind());
                out.writeUTF(answer.text());
                out.flush();
            }
        } catch (EOFException e) {
            // The job has ended.
        } catch (IOException e) {
            System.err.println("mpjrun: the names of the job cannot be kept any more: " + e.getMessage());
        } finally {
            names.close();
        }
    }

    private Answer answer(String request, String name, String port) {
        try {
            if (client == null) {
                client = access.get();
            }
            return switch (request) {
                case "PUBLISH" -> publish(name, port);
                case "LOOK-UP" -> find(name).map(entry -> new Answer("VALUE", entry.attributes().get(PORT)))
                    .orElseGet(() -> unknown(name));
                case "WITHDRAW" -> withdraw(name);
                default -> new Answer("UNREACHABLE", "there is no request " + request);
            };
        } catch (TychoException | IllegalArgumentException e) {
            return new Answer("UNREACHABLE", String.valueOf(e.getMessage()));
        }
    }

    private static Answer unknown(String name) {
        return new Answer("UNKNOWN", "nobody has published the name \"" + name + "\"");
    }

    /** Jobs at two sites may publish a name at the same time. Then the entry that comes first by its id counts. */
    private Optional<Entry> find(String name) {
        return client.lookup(Query.all().named(NAME).kind(Kind.PRODUCER).where(KEY + " = '" + key(name) + "'")).stream()
            .filter(entry -> name.equals(entry.attributes().get(SERVICE)) && entry.attributes().containsKey(PORT))
            .min(Comparator.comparing(Entry::id));
    }

    private Answer publish(String name, String port) {
        Optional<Entry> known = find(name);
        if (own.containsKey(name) || known.isPresent() && !isOfThisJob(known.get())) {
            return published(name, known.orElseGet(() -> own.get(name).entry()));
        }
        Producer producer = client.producer(NAME).publishes(TOPIC).attribute(KEY, key(name)).attribute(SERVICE, name)
            .attribute(PORT, port).attribute(BY, by).attribute(JOB, job).open();
        Entry first = find(name).orElse(producer.entry());
        if (!isOfThisJob(first)) {
            producer.close();
            return published(name, first);
        }
        own.put(name, producer);
        return new Answer("DONE", "");
    }

    /** An earlier program of this job may have been ended before it could withdraw its entries, which lapse soon. */
    private boolean isOfThisJob(Entry entry) {
        return job.equals(entry.attributes().get(JOB));
    }

    private static Answer published(String name, Entry entry) {
        return new Answer("PUBLISHED", "the name \"" + name + "\" is published already, by " + who(entry)
            + "; choose another name, or withdraw the name there first");
    }

    private static String who(Entry entry) {
        return entry.attributes().getOrDefault(BY, entry.owner()) + " of " + entry.owner();
    }

    private Answer withdraw(String name) {
        Producer producer = own.remove(name);
        if (producer != null) {
            producer.close();
            return new Answer("DONE", "");
        }
        return find(name).map(entry -> isOfThisJob(entry) ? new Answer("DONE", "") : foreign(name, entry))
            .orElseGet(() -> unknown(name));
    }

    private static Answer foreign(String name, Entry entry) {
        return new Answer("FOREIGN", "the name \"" + name + "\" was published by " + who(entry)
            + ", who alone can withdraw the name");
    }

    /** A name may have any characters, and an expression may not. */
    private static String key(String name) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private void close() {
        List.copyOf(own.values()).forEach(Producer::close);
        if (client != null) {
            client.close();
        }
    }
}
