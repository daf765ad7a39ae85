package mpj.core.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A datatype, exactly as the MPI standard defines it: its construction, and the entries of its type map, among which
 * are the bound markers.
 */
sealed interface ModelType {
    enum Kind { ELEMENT, LB, UB }

    /** One entry of a type map. */
    record Entry(Kind kind, long displacement) {
    }

    List<Entry> entries();

    TypeDescriptor make(TypeDescriptor element);

    /** Makes the same datatype with displacements in bytes. */
    TypeDescriptor makeInBytes(TypeDescriptor element);

    record Element() implements ModelType {
        @Override
        public List<Entry> entries() {
            return List.of(new Entry(Kind.ELEMENT, 0));
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            return element;
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            return element;
        }
    }

    record Marker(boolean upper) implements ModelType {
        @Override
        public List<Entry> entries() {
            return List.of(new Entry(upper ? Kind.UB : Kind.LB, 0));
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            return upper ? TypeDescriptor.UB : TypeDescriptor.LB;
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            return make(element);
        }
    }

    record Contiguous(int count, ModelType old) implements ModelType {
        @Override
        public List<Entry> entries() {
            return old.repeated(0, count);
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            return TypeDescriptor.contiguous(count, old.make(element));
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            return ByteTypes.contiguous(count, old.makeInBytes(element));
        }
    }

    record Vector(int count, int blocklength, int stride, boolean inElements, ModelType old) implements ModelType {
        @Override
        public List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                entries.addAll(old.repeated(i * stride * (inElements ? 1 : old.extent()), blocklength));
            }
            return entries;
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            TypeDescriptor oldtype = old.make(element);
            return inElements ? TypeDescriptor.hvector(count, blocklength, stride, oldtype)
                : TypeDescriptor.vector(count, blocklength, stride, oldtype);
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            TypeDescriptor oldtype = old.makeInBytes(element);
            return inElements ? ByteTypes.hvector(count, blocklength, stride * element.elementBytes(), oldtype)
                : ByteTypes.vector(count, blocklength, stride, oldtype);
        }
    }

    record Indexed(List<Block> blocks, boolean inElements, ModelType old) implements ModelType {
        @Override
        public List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            for (Block block : blocks) {
                entries.addAll(old.repeated(block.displacement * (inElements ? 1 : old.extent()), block.length));
            }
            return entries;
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            TypeDescriptor oldtype = old.make(element);
            return inElements ? TypeDescriptor.hindexed(Block.lengths(blocks), Block.displacements(blocks), oldtype)
                : TypeDescriptor.indexed(Block.lengths(blocks), Block.displacements(blocks), oldtype);
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            TypeDescriptor oldtype = old.makeInBytes(element);
            return inElements
                ? ByteTypes.hindexed(Block.lengths(blocks), Block.displacements(blocks, element), oldtype)
                : ByteTypes.indexed(Block.lengths(blocks), Block.displacements(blocks), oldtype);
        }
    }

    /** Always has an element in its first place, so that it has a base type. */
    record Struct(List<Block> blocks, List<ModelType> olds) implements ModelType {
        @Override
        public List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < blocks.size(); i++) {
                entries.addAll(olds.get(i % olds.size()).repeated(blocks.get(i).displacement, blocks.get(i).length));
            }
            return entries;
        }

        @Override
        public TypeDescriptor make(TypeDescriptor element) {
            TypeDescriptor[] types = IntStream.range(0, blocks.size())
                .mapToObj(i -> olds.get(i % olds.size()).make(element)).toArray(TypeDescriptor[]::new);
            return TypeDescriptor.struct(Block.lengths(blocks), Block.displacements(blocks), types);
        }

        @Override
        public TypeDescriptor makeInBytes(TypeDescriptor element) {
            TypeDescriptor[] types = IntStream.range(0, blocks.size())
                .mapToObj(i -> olds.get(i % olds.size()).makeInBytes(element)).toArray(TypeDescriptor[]::new);
            return ByteTypes.struct(Block.lengths(blocks), Block.displacements(blocks, element), types);
        }
    }

    record Block(int length, int displacement) {
        static int[] lengths(List<Block> blocks) {
            return blocks.stream().mapToInt(Block::length).toArray();
        }

        /** In bytes. */
        static int[] displacements(List<Block> blocks, TypeDescriptor element) {
            return blocks.stream().mapToInt(block -> block.displacement * element.elementBytes()).toArray();
        }

        static int[] displacements(List<Block> blocks) {
            return blocks.stream().mapToInt(Block::displacement).toArray();
        }
    }

    private List<Entry> repeated(long displacement, int times) {
        List<Entry> entries = new ArrayList<>();
        List<Entry> once = entries();
        for (int i = 0; i < times; i++) {
            long origin = displacement + i * extent();
            once.forEach(entry -> entries.add(new Entry(entry.kind, origin + entry.displacement)));
        }
        return entries;
    }

    default long lb() {
        List<Entry> entries = entries();
        boolean marked = entries.stream().anyMatch(entry -> entry.kind == Kind.LB);
        return entries.stream().filter(entry -> entry.kind == (marked ? Kind.LB : Kind.ELEMENT))
            .mapToLong(Entry::displacement).min().orElse(0);
    }

    default long ub() {
        List<Entry> entries = entries();
        if (entries.stream().anyMatch(entry -> entry.kind == Kind.UB)) {
            return entries.stream().filter(entry -> entry.kind == Kind.UB).mapToLong(Entry::displacement).max()
                .orElseThrow();
        }
        return entries.stream().filter(entry -> entry.kind == Kind.ELEMENT)
            .mapToLong(entry -> entry.displacement + 1).max().orElse(0);
    }

    default long extent() {
        return ub() - lb();
    }

    /** The displacements of the elements of this many items, in the order in which they are sent. */
    default int[] displacements(int items) {
        return repeated(0, items).stream().filter(entry -> entry.kind == Kind.ELEMENT)
            .mapToInt(entry -> (int) entry.displacement).toArray();
    }
}
