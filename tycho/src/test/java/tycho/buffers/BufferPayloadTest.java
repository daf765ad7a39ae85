package tycho.buffers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.NIOBuffer;
import mpjbuf.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tycho.Client;
import tycho.Consumer;
import tycho.Producer;
import tycho.TychoException;
import tycho.mediator.Site;

/** Buffers of mpjbuf in messages. */
class BufferPayloadTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final double[] NUMBERS = {1.5, -2, 1e300};

    private static Buffer buffer(ByteOrder encoding) throws BufferException {
        // The first bytes are left for a header, and are not part of the message.
        Buffer buffer = new Buffer(new NIOBuffer(200, ByteBuffer.allocateDirect(200)), 16, 184);
        buffer.setEncoding(encoding);
        buffer.putSectionHeader(Type.INT);
        buffer.write(new int[] {7, 8}, 0, 2);
        buffer.putSectionHeader(Type.DOUBLE);
        buffer.write(NUMBERS, 0, 3);
        return buffer;
    }

    private static void assertNumbers(Buffer buffer) throws BufferException {
        assertEquals(Type.INT, buffer.getSectionHeader());
        int[] whole = new int[2];
        buffer.read(whole, 0, 2);
        assertArrayEquals(new int[] {7, 8}, whole);
        assertEquals(Type.DOUBLE, buffer.getSectionHeader());
        double[] numbers = new double[3];
        buffer.read(numbers, 0, 3);
        assertArrayEquals(NUMBERS, numbers);
    }

    @Test
    void aBufferTravelsFromAProducerToAConsumer(@TempDir Path folder) throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Client client = Client.options().keys(site.keys()).mediators(mediator).patience(LONG).connect();
                    Producer producer = client.producer("p").publishes("field").open();
                    Consumer consumer = client.consumer("c").subscribes("field").open()) {
                assertTrue(producer.awaitConsumers("field", 1, LONG));
                Buffer buffer = buffer(ByteOrder.nativeOrder());
                buffer.commit();
                assertEquals(1, producer.publish("field", BufferPayload.of(buffer)));
                buffer.clear();
                assertNumbers(BufferPayload.read(consumer.receive(LONG).orElseThrow()));
                producer.publish("field", new byte[] {1, 2, 3});
                String why = assertThrows(TychoException.class,
                    () -> BufferPayload.read(consumer.receive(LONG).orElseThrow())).getMessage();
                assertTrue(why.contains("topic field has no buffer of mpjbuf"), why);
            }
        }
    }

    @Test
    void theByteOrderTravelsAlong() throws BufferException {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            Buffer buffer = buffer(order);
            buffer.commit();
            assertNumbers(BufferPayload.read(BufferPayload.of(buffer), "t", null));
        }
    }

    @Test
    void objectsAreDeserializedOnlyIfTheProgramAllowsTheirClass() throws BufferException {
        Buffer buffer = buffer(ByteOrder.nativeOrder());
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(new Object[] {Duration.ofSeconds(5)}, 0, 1);
        buffer.commit();
        byte[] payload = BufferPayload.of(buffer);
        Object[] objects = new Object[1];
        Buffer allowed = BufferPayload.read(payload, "t", ObjectInputFilter.Config.createFilter("java.time.*;!*"));
        assertNumbers(allowed);
        assertEquals(Type.OBJECT, allowed.getSectionHeader());
        allowed.read(objects, 0, 1);
        assertEquals(Duration.ofSeconds(5), objects[0]);
        Buffer forbidden = BufferPayload.read(payload, "t", BufferPayload.NO_OBJECTS);
        assertNumbers(forbidden);
        assertEquals(Type.OBJECT, forbidden.getSectionHeader());
        assertThrows(BufferException.class, () -> forbidden.read(objects, 0, 1));
    }

    @Test
    void aBufferThatIsNotCompleteIsRefused() throws BufferException {
        Buffer buffer = buffer(ByteOrder.nativeOrder());
        String why = assertThrows(TychoException.class, () -> BufferPayload.of(buffer)).getMessage();
        assertTrue(why.contains("commit()"), why);
    }

    @Test
    void aDamagedPayloadIsRefusedOrFailsWhenItIsRead() throws BufferException {
        Buffer buffer = buffer(ByteOrder.nativeOrder());
        buffer.commit();
        byte[] payload = BufferPayload.of(buffer);
        for (int place = 0; place < payload.length; place++) {
            byte[] damaged = payload.clone();
            damaged[place] ^= 0x55;
            try {
                Buffer read = BufferPayload.read(damaged, "t", BufferPayload.NO_OBJECTS);
                read.getSectionHeader();
            } catch (TychoException | BufferException e) {
                continue;
            }
            assertTrue(place >= 12, "byte " + place + " is part of the header, and was not checked");
        }
    }
}
