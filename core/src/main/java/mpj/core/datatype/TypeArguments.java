package mpj.core.datatype;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Checks the arguments for a datatype. An error names an argument as the API does.
 *
 * @param blocklength the name of a block's length
 * @param blocklengths the name of the array of block lengths
 * @param displacements the name of the array of displacements
 * @param types the name of the array of datatypes
 */
record TypeArguments(String blocklength, String blocklengths, String displacements, String types) {

    static void checkOld(String argument, TypeDescriptor oldtype) {
        if (oldtype == null) {
            throw new EngineException(ErrorClass.ERR_TYPE, argument + " is null; pass a datatype such as MPI.INT");
        }
        if (oldtype.isFreed()) {
            throw oldtype.freed(argument);
        }
    }

    static void checkCount(String argument, int value) {
        if (value < 0) {
            throw new EngineException(ErrorClass.ERR_COUNT, argument + " is " + value + "; it must not be negative");
        }
    }

    void checkStrided(int count, int length) {
        checkCount("count", count);
        checkCount(blocklength, length);
    }

    void checkBlocks(int[] lengths, int[] displs) {
        if (lengths == null || displs == null) {
            throw new EngineException(ErrorClass.ERR_ARG, (lengths == null ? blocklengths : displacements)
                + " is null; pass an array, which may have length 0");
        }
        if (lengths.length != displs.length) {
            throw new EngineException(ErrorClass.ERR_ARG, displacements + " has " + displs.length + " elements, "
                + blocklengths + " " + lengths.length + "; their lengths must be equal");
        }
        for (int i = 0; i < lengths.length; i++) {
            checkCount(blocklengths + "[" + i + "]", lengths[i]);
        }
    }

    void checkTypes(TypeDescriptor[] ofBlocks, int[] lengths) {
        if (ofBlocks == null || ofBlocks.length != lengths.length) {
            throw new EngineException(ErrorClass.ERR_ARG, types + " "
                + (ofBlocks == null ? "is null" : "has " + ofBlocks.length + " elements") + ", " + blocklengths
                + " has " + lengths.length + "; their lengths must be equal");
        }
    }
}
