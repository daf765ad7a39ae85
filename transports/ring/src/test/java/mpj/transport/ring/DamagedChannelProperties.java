package mpj.transport.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import mpj.transport.packets.Packet;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Channels in which the peer may have written anything. Either they lead to their own memory, or they are reported as
 * damaged.
 */
class DamagedChannelProperties {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    private static final int LARGEST = (int) ChannelLayout.MAXIMUM_PACKET;
    private static final int RECEIVED = 1 << 8;

    /** A cell that the peer sends. */
    record Cell(long bytes, long block) {
    }

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment from = memory();
    private final MemorySegment to = memory();
    private final Blocks blocks = new Blocks();
    private final OutgoingChannel out = new OutgoingChannel(to, blocks, Extension.NONE, () -> { }, LARGEST, LARGEST);
    private final IncomingChannel in = new IncomingChannel(from, blocks, 0);

    /** This is the case of ranks that are threads: memory that cannot be added does not exist. */
    private MemorySegment memory() {
        return arena.allocate(ChannelLayout.FIRST_BYTES, ChannelLayout.PAGE);
    }

    private void write(long cell, long bytes, long block) {
        long at = ChannelLayout.cellAt(cell);
        from.set(LONG, at + ChannelLayout.CELL_PAYLOAD, block);
        from.set(LONG, at, bytes << 32 | cell + 1);
    }

    private void giveBack(long blocksGiven) {
        to.set(LONG, ChannelLayout.GIVEN_BACK_AT, blocksGiven);
    }

    @Provide
    Arbitrary<List<Cell>> cells() {
        Arbitrary<Long> bytes = Arbitraries.of(0L, 104L, 105L, 1024L, 1025L, (long) LARGEST, LARGEST + 1L, 0x7FFFFFFFL,
            0xFFFFFFFFL);
        Arbitrary<Long> numbers = Arbitraries.oneOf(Arbitraries.longs().between(-1, 600), Arbitraries.longs());
        return Combinators.combine(bytes, numbers).as(Cell::new).list().ofMinSize(1).ofMaxSize(300);
    }

    @Property(tries = 500, seed = "1")
    void cellLeadsToMemoryOfTheTwoChannelsOrIsRefused(@ForAll("cells") List<Cell> cells) {
        PacketHandler handler = (source, envelope, header, segment, offset, bytes) -> {
            assertTrue(segment == from || segment == to);
            assertTrue(offset >= 0 && bytes >= 0 && offset <= segment.byteSize() - bytes);
        };
        for (int i = 0; i < cells.size(); i++) {
            write(i, cells.get(i).bytes, cells.get(i).block);
            try {
                assertTrue(in.poll(handler));
            } catch (TransportException e) {
                assertTrue(e.getMessage().contains("damaged"), e.getMessage());
                return; // the transport does not look there any more
            }
        }
    }

    @Property(tries = 500, seed = "2")
    void blocksGivenBackAreExistingOnesOrRefused(@ForAll long given, @ForAll List<Short> numbers) {
        for (int i = 0; i < numbers.size(); i++) {
            to.set(SHORT, ChannelLayout.givenAt(i), numbers.get(i));
        }
        giveBack(given % ChannelLayout.GIVEN);
        try {
            for (int i = 0; new Packet(i, LARGEST).send(out) || new Packet(i, 105).send(out); i++) {
                assertTrue(i <= ChannelLayout.CELLS);
            }
        } catch (TransportException e) {
            assertTrue(e.getMessage().contains("damaged"), e.getMessage());
        }
    }

    /** A peer that gives back the same block repeatedly would produce an endless series of numbers. */
    @Example
    void blockThatIsGivenBackTwiceIsRefused() {
        for (int i = 0; i < ChannelLayout.GIVEN; i++) {
            to.set(SHORT, ChannelLayout.givenAt(i), (short) RECEIVED);
        }
        giveBack(ChannelLayout.GIVEN);
        TransportException refusal = assertThrows(TransportException.class, () -> {
            for (int i = 0; i < ChannelLayout.CELLS; i++) {
                new Packet(i, 200).send(out);
            }
        });
        assertEquals("a peer's channel is damaged: block 0 is given back", refusal.getMessage());
    }

    /** The rank would write to memory that was never allocated. */
    @Example
    void blockThatWasNeverAddedIsNotGivenBack() {
        int block = ChannelLayout.SMALL_BLOCKS + ChannelLayout.FIRST_LARGE_BLOCKS;
        to.set(SHORT, ChannelLayout.givenAt(0), (short) (RECEIVED + block));
        giveBack(1);
        assertThrows(TransportException.class, () -> {
            for (int i = 0; i < ChannelLayout.CELLS; i++) {
                new Packet(i, LARGEST).send(out);
            }
        });
    }

    /** More cells than were sent, or fewer than before. */
    @Example
    void impossibleCountsOfTakenCellsAreRefused() {
        while (new Packet(0, 0).send(out)) {
            assertEquals(0, to.get(LONG, ChannelLayout.CELLS_TAKEN_AT));
        }
        for (long taken : new long[] {ChannelLayout.CELLS + 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            to.set(LONG, ChannelLayout.CELLS_TAKEN_AT, taken);
            assertThrows(TransportException.class, () -> out.reserve(0));
        }
        to.set(LONG, ChannelLayout.CELLS_TAKEN_AT, 1);
        assertTrue(out.reserve(0) != Channel.FULL);
    }
}
