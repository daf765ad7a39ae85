package mpj.core.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpjbuf.layout.ElementType;

/**
 * A datatype with elements of any types, exactly as the MPI standard defines it: its construction, and its type map in
 * bytes.
 */
sealed interface MixedModel {
    /** A block of items. */
    record Block(int length, int displacement, MixedModel item) {
    }

    /** One entry of a type map: an element, or a marker if it has no type. */
    record Entry(ElementType type, boolean upper, long displacement) {
        Entry moved(long by) {
            return new Entry(type, upper, displacement + by);
        }
    }

    List<Entry> entries();

    TypeDescriptor make();

    default List<Entry> elements() {
        return entries().stream().filter(entry -> entry.type != null).toList();
    }

    default long lb() {
        return entries().stream().filter(entry -> entry.type == null && !entry.upper).mapToLong(Entry::displacement)
            .min().orElse(elements().stream().mapToLong(Entry::displacement).min().orElse(0));
    }

    default long ub() {
        long lb = lb();
        long end = elements().stream().mapToLong(entry -> entry.displacement + entry.type.bytes()).max().orElse(0);
        int alignment = elements().stream().mapToInt(entry -> entry.type.bytes()).max().orElse(1);
        long padding = Math.floorMod(lb - end, alignment);
        return entries().stream().filter(entry -> entry.type == null && entry.upper).mapToLong(Entry::displacement)
            .max().orElse(end + padding);
    }

    default long extent() {
        return ub() - lb();
    }

    /** The place of each byte of this many items. */
    default long[] bytes(int count) {
        return repeated(0, count).stream().filter(entry -> entry.type != null).flatMapToLong(entry ->
            IntStream.range(0, entry.type.bytes()).mapToLong(i -> entry.displacement + i)).toArray();
    }

    default List<Entry> repeated(long at, int count) {
        List<Entry> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long origin = at + i * extent();
            entries().forEach(entry -> all.add(entry.moved(origin)));
        }
        return all;
    }

    record Element(ElementType type) implements MixedModel {
        @Override
        public List<Entry> entries() {
            return List.of(new Entry(type, false, 0));
        }

        @Override
        public TypeDescriptor make() {
            return List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR, TypeDescriptor.SHORT, TypeDescriptor.BOOLEAN,
                TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT, TypeDescriptor.DOUBLE)
                .get(type.ordinal());
        }
    }

    record Vector(int count, int length, int stride, boolean inBytes, MixedModel old) implements MixedModel {
        @Override
        public List<Entry> entries() {
            return IntStream.range(0, count).boxed()
                .flatMap(i -> old.repeated(i * stride * (inBytes ? 1 : old.extent()), length).stream()).toList();
        }

        @Override
        public TypeDescriptor make() {
            return inBytes ? ByteTypes.hvector(count, length, stride, old.make())
                : ByteTypes.vector(count, length, stride, old.make());
        }
    }

    /** Blocks of one type. */
    record Indexed(List<Block> blocks, boolean inBytes, MixedModel old) implements MixedModel {
        @Override
        public List<Entry> entries() {
            return blocks.stream().flatMap(block -> old.repeated(
                block.displacement * (inBytes ? 1 : old.extent()), block.length).stream()).toList();
        }

        @Override
        public TypeDescriptor make() {
            int[] lengths = blocks.stream().mapToInt(Block::length).toArray();
            int[] displacements = blocks.stream().mapToInt(Block::displacement).toArray();
            return inBytes ? ByteTypes.hindexed(lengths, displacements, old.make())
                : ByteTypes.indexed(lengths, displacements, old.make());
        }
    }

    record Struct(List<Block> blocks) implements MixedModel {
        @Override
        public List<Entry> entries() {
            return blocks.stream().flatMap(block -> block.item.repeated(block.displacement, block.length).stream())
                .toList();
        }

        @Override
        public TypeDescriptor make() {
            return ByteTypes.struct(blocks.stream().mapToInt(Block::length).toArray(),
                blocks.stream().mapToInt(Block::displacement).toArray(),
                blocks.stream().map(block -> block.item.make()).toArray(TypeDescriptor[]::new));
        }
    }

    record Resized(MixedModel old, int newLb, int newExtent) implements MixedModel {
        @Override
        public List<Entry> entries() {
            List<Entry> entries = new ArrayList<>(old.elements());
            entries.add(new Entry(null, false, newLb));
            entries.add(new Entry(null, true, newLb + newExtent));
            return entries;
        }

        @Override
        public TypeDescriptor make() {
            return ByteTypes.resized(old.make(), newLb, newExtent);
        }
    }
}
