package mpj.checkpoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which bytes go from the parts of a version to the ranks that restore it. Every rank computes the same list.
 *
 * @param tables the parts, in the order of the ranks that have written them
 * @param readers for each of them, the rank that has read it
 */
record Redistribution(List<Table> tables, List<Integer> readers) {
    /**
     * One piece.
     *
     * @param table in which the piece lies
     * @param from the rank that has read the table
     * @param source where the piece begins in the content of the table, in bytes
     * @param to the rank that needs the piece
     * @param part of that rank's state
     * @param target where the piece goes in the memory of that part, in bytes
     * @param bytes the length
     */
    record Piece(int table, int from, long source, int to, int part, long target, long bytes) {
    }

    /** A block of the global array that is being divided, and where its content begins in its table. */
    private record Block(int table, long offset, Part part) {
    }

    /**
     * The pieces that all ranks need, in an order that is the same on all ranks.
     *
     * @param state the name of the state
     * @param needs the state of each rank that restores
     * @throws CheckpointException when the version does not fit the state
     */
    List<Piece> pieces(String state, List<List<Part>> needs) throws CheckpointException {
        Table first = tables.getFirst();
        if (!first.state().equals(state)) {
            throw new CheckpointException("the version " + first.version() + " is a state with the name "
                + first.state() + ", not " + state + "; restore it with the program that has written it");
        }
        List<Piece> pieces = new ArrayList<>();
        for (int to = 0; to < needs.size(); to++) {
            checkNames(first, needs.get(to));
            for (int part = 0; part < needs.get(to).size(); part++) {
                Part need = needs.get(to).get(part);
                switch (need.kind()) {
                    case OWN -> addOwn(pieces, need, to, part, needs.size());
                    case COMMON -> addWhole(pieces, need, to, part, to % tables.size());
                    default -> addBlock(pieces, need, to, part);
                }
            }
        }
        return pieces;
    }

    private void checkNames(Table table, List<Part> needs) throws CheckpointException {
        for (Part part : table.parts()) {
            if (needs.stream().noneMatch(need -> need.name().equals(part.name()))) {
                throw new CheckpointException("the version " + table.version() + " has " + part.name() + " ("
                    + part.text() + "), which is not registered in the state " + table.state() + "; register it, or"
                    + " begin without this checkpoint");
            }
        }
    }

    private static String counted(int ranks) {
        return ranks == 1 ? "1 rank" : ranks + " ranks";
    }

    private void addOwn(List<Piece> pieces, Part need, int to, int part, int ranks) throws CheckpointException {
        if (tables.size() != ranks) {
            throw new CheckpointException("the version " + tables.getFirst().version() + " was written by "
                + counted(tables.size()) + ", but " + counted(ranks) + (ranks == 1 ? " restores" : " restore")
                + " it; each rank has its own " + need.name() + ", so the numbers must be equal; register it as a block"
                + " of a global array, or run with " + counted(tables.size()));
        }
        addWhole(pieces, need, to, part, to);
    }

    private void addWhole(List<Piece> pieces, Part need, int to, int part, int table) throws CheckpointException {
        int index = fitting(table, need);
        pieces.add(new Piece(table, readers.get(table), tables.get(table).offset(index), to, part, 0, need.bytes()));
    }

    private void addBlock(List<Piece> pieces, Part need, int to, int part) throws CheckpointException {
        List<Block> blocks = new ArrayList<>();
        for (int table = 0; table < tables.size(); table++) {
            int index = fitting(table, need);
            blocks.add(new Block(table, tables.get(table).offset(index), tables.get(table).parts().get(index)));
        }
        blocks.sort(Comparator.comparing(block -> block.part.begin()));
        int bytes = need.type().bytes();
        long at = need.begin();
        for (Block block : blocks) {
            if (at < need.end() && block.part.begin() <= at && block.part.end() > at) {
                long end = Math.min(block.part.end(), need.end());
                pieces.add(new Piece(block.table, readers.get(block.table),
                    block.offset + (at - block.part.begin()) * bytes, to, part, (at - need.begin()) * bytes,
                    (end - at) * bytes));
                at = end;
            }
        }
        if (at < need.end()) {
            throw new CheckpointException("no block of " + need.name() + " in the version "
                + tables.getFirst().version() + " has element " + at + " of " + need.global()
                + "; the blocks of all ranks must cover the array");
        }
    }

    /** The place of a part in a table. */
    private int fitting(int table, Part need) throws CheckpointException {
        Table from = tables.get(table);
        int index = from.indexOf(need.name());
        if (index < 0) {
            throw new CheckpointException("the version " + from.version() + " has no " + need.name() + " ("
                + need.text() + "); register the names that the version has, or begin without this checkpoint");
        }
        Part has = from.parts().get(index);
        if (!has.fits(need)) {
            throw new CheckpointException("the version " + from.version() + " has " + need.name() + " as "
                + has.text() + " (rank " + from.rank() + "), and it is registered as " + need.text()
                + "; register it with the same kind, type and length, or begin without this checkpoint");
        }
        return index;
    }
}
