package mpj.core.file;

import java.util.Random;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.datatype.TypeMap;

/** Random views. */
final class Views {
    private Views() {
    }

    /** A view whose bytes are in ascending order, in a file of bytes or of ints. */
    static View ordered(Random random) {
        boolean ints = random.nextBoolean();
        TypeDescriptor etype = ints ? TypeDescriptor.INT : TypeDescriptor.BYTE;
        int blocks = 1 + random.nextInt(5);
        int[] lengths = new int[blocks];
        int[] places = new int[blocks];
        int at = random.nextInt(4);
        for (int i = 0; i < blocks; i++) {
            lengths[i] = 1 + random.nextInt(6);
            places[i] = at;
            at += lengths[i] + (random.nextInt(3) == 0 ? 0 : random.nextInt(40));
        }
        TypeDescriptor filetype = TypeDescriptor.indexed(lengths, places, etype);
        if (random.nextBoolean()) {
            int unit = etype.elementBytes();
            filetype = ByteTypes.resized(filetype, 0, (at + random.nextInt(9)) * unit);
        }
        filetype.commit();
        return View.of(random.nextInt(30), etype, filetype, "native", true);
    }

    /** The places in the file of the first bytes of the stream, found by a walk over the items. */
    static long[] places(View view, int bytes) {
        TypeMap map = view.filetype().map();
        int unit = view.filetype().elementBytes();
        long[] places = new long[bytes];
        int found = 0;
        for (long item = 0; found < bytes; item++) {
            for (int run = 0; run < map.runs(); run++) {
                for (long i = 0; i < map.lengths()[run] * unit && found < bytes; i++) {
                    places[found++] = view.displacement() + (item * map.extent() + map.displacements()[run]) * unit + i;
                }
            }
        }
        return places;
    }
}
