/*
 * Writes a square array of ints, which is spread over a grid of ranks, into a file and reads it. bin/bench compare
 * files runs this program beside mpj.bench.openmpi.files.ArrayFile.
 *
 * The calls, the views and the output are the same as in the Java program. Keep the two programs alike: the comparison
 * relies on it. Compile with mpicc -O3 -march=native.
 */
#include <mpi.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The ints of one piece of the strided read, and the bytes of a small transfer of all ranks. */
enum { PIECE = 64, SMALL = 1 << 20, SMALLS = 64, MOST = 1000 };

static int rank, ranks, repetitions;
static MPI_File file;
static int *mine;
static double seconds[MOST];

static void failed(MPI_File *from, int *code, ...) {
    (void) from;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(*code, text, &length);
    fprintf(stderr, "array_file: %s\n", text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static double start(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* Records the time of the slowest rank. The first half of the repetitions only warms up. */
static void stop(int repetition, double from) {
    double took = MPI_Wtime() - from, slowest;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (repetition >= repetitions) {
        seconds[repetition - repetitions] = slowest;
    }
}

static int order(const void *a, const void *b) {
    double one = *(const double *) a, other = *(const double *) b;
    return (one > other) - (one < other);
}

static void report(const char *what) {
    qsort(seconds, repetitions, sizeof(double), order);
    if (rank == 0) {
        printf("%s %.6f s\n", what, seconds[repetitions / 2]);
    }
}

static long long sum(int count) {
    long long sum = 0;
    for (int i = 0; i < count; i++) {
        sum += mine[i];
    }
    return sum;
}

static void total(const char *what, int count) {
    long long own = sum(count), all;
    MPI_Reduce(&own, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("sum of %s %lld\n", what, all);
    }
}

static void view(MPI_Datatype type) {
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
}

int main(int count, char **words) {
    if (count != 4 || atoi(words[3]) < 1 || atoi(words[3]) > MOST) {
        fprintf(stderr, "array_file FILE SIDE REPETITIONS\n");
        return 2;
    }
    char *name = words[1];
    int side = atoi(words[2]);
    repetitions = atoi(words[3]);
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int dims[2] = {0, 0}, sizes[2] = {side, side}, block[2], starts[2];
    MPI_Dims_create(ranks, 2, dims);
    int coords[2] = {rank / dims[1], rank % dims[1]};
    for (int i = 0; i < 2; i++) {
        starts[i] = (int) ((long long) side * coords[i] / dims[i]);
        block[i] = (int) ((long long) side * (coords[i] + 1) / dims[i]) - starts[i];
    }
    int items = block[0] * block[1];
    mine = malloc(((size_t) items + SMALL) * sizeof(int));
    for (int i = 0; i < items; i++) {
        mine[i] = (starts[0] + i / block[1]) * 7 + (starts[1] + i % block[1]);
    }

    MPI_Errhandler handler;
    MPI_File_create_errhandler(failed, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Datatype part;
    MPI_Type_create_subarray(2, sizes, block, starts, MPI_ORDER_C, MPI_INT, &part);
    view(part);
    for (int i = 0; i < 2 * repetitions; i++) {
        double from = start();
        MPI_File_write_at_all(file, 0, mine, items, MPI_INT, MPI_STATUS_IGNORE);
        stop(i, from);
    }
    report("collective-write");
    memset(mine, 0, (size_t) items * sizeof(int));
    for (int i = 0; i < 2 * repetitions; i++) {
        double from = start();
        MPI_File_read_at_all(file, 0, mine, items, MPI_INT, MPI_STATUS_IGNORE);
        stop(i, from);
    }
    report("collective-read");
    total("block", items);

    /* In a sixteenth of the file, every rank reads one piece of each row of pieces. */
    int pieces = (int) ((long long) side * side / 16 / (PIECE * ranks));
    MPI_Datatype piece, stride;
    MPI_Type_contiguous(PIECE, MPI_INT, &piece);
    MPI_Type_create_resized(piece, 0, (MPI_Aint) PIECE * ranks * sizeof(int), &stride);
    MPI_Type_free(&piece);
    MPI_Type_commit(&stride);
    MPI_File_set_view(file, (MPI_Offset) rank * PIECE * sizeof(int), MPI_INT, stride, "native", MPI_INFO_NULL);
    MPI_Type_free(&stride);
    for (int i = 0; i < 2 * repetitions; i++) {
        double from = start();
        MPI_File_read_at(file, 0, mine, pieces * PIECE, MPI_INT, MPI_STATUS_IGNORE);
        stop(i, from);
    }
    report("strided-read");
    total("pieces", pieces * PIECE);

    /*
     * Like C_Write_Indv of IMB-IO, but without MPI_File_sync. The loop after it writes each rank's bytes with a bare
     * system call.
     */
    int bytes = SMALL / ranks;
    MPI_Type_contiguous(bytes, MPI_BYTE, &piece);
    MPI_Type_create_resized(piece, 0, SMALL, &stride);
    MPI_Type_free(&piece);
    MPI_Type_commit(&stride);
    MPI_File_set_view(file, (MPI_Offset) rank * bytes, MPI_BYTE, stride, "native", MPI_INFO_NULL);
    MPI_Type_free(&stride);
    for (int i = 0; i < 2 * repetitions; i++) {
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        double from = start();
        for (int j = 0; j < SMALLS; j++) {
            MPI_File_write_all(file, mine, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
        }
        stop(i, from);
    }
    report("write-1MiB-64x");
    int bare = open(name, O_WRONLY);
    for (int i = 0; i < 2 * repetitions; i++) {
        double from = start();
        for (int j = 0; j < SMALLS; j++) {
            if (pwrite(bare, mine, bytes, (off_t) j * SMALL + (off_t) rank * bytes) != bytes) {
                perror("array_file");
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        }
        stop(i, from);
    }
    report("bare-1MiB-64x");
    close(bare);
    MPI_File_close(&file);
    if (rank == 0) {
        MPI_File_delete(name, MPI_INFO_NULL);
    }
    MPI_Finalize();
    return 0;
}
