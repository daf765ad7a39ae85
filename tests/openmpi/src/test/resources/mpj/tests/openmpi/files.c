/* Writes or reads the file of mpj.tests.openmpi.programs.ArraysInFile, as 4 ranks: files write|read NAME DATAREP. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 10, COLUMNS = 9, HEAD = 32, SHORTS = 7 };

static int rank, size, wrong;

static void check(int code, const char *what) {
    if (code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING];
        int length;
        MPI_Error_string(code, text, &length);
        printf("rank %d: %s: %s\n", rank, what, text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void expect(int same, const char *what, int at) {
    if (!same) {
        printf("rank %d: %s %d is wrong\n", rank, what, at);
        wrong = 1;
    }
}

/* The ranks' blocks of a 2 x 2 grid, by subarrays. */
static void ints(MPI_File file, int writes, const char *datarep) {
    int sizes[] = {ROWS, COLUMNS}, row = rank / 2, column = rank % 2;
    int starts[] = {row * 5, column * 5}, parts[] = {5, column == 0 ? 5 : 4};
    int buf[25];
    MPI_Datatype type;
    MPI_Status status;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    check(MPI_File_set_view(file, HEAD, MPI_INT, type, datarep, MPI_INFO_NULL), "set_view");
    for (int i = 0; i < parts[0] * parts[1]; i++) {
        int value = (starts[0] + i / parts[1]) * 1000 + starts[1] + i % parts[1];
        buf[i] = writes ? value : -1;
    }
    check(writes ? MPI_File_write_all(file, buf, parts[0] * parts[1], MPI_INT, &status)
        : MPI_File_read_all(file, buf, parts[0] * parts[1], MPI_INT, &status), "ints");
    for (int i = 0; i < parts[0] * parts[1]; i++) {
        expect(buf[i] == (starts[0] + i / parts[1]) * 1000 + starts[1] + i % parts[1], "int", i);
    }
    MPI_Type_free(&type);
}

/* Two rows by turns for each pair of ranks, each of which has half of the columns, by darrays. */
static void doubles(MPI_File file, int writes, const char *datarep) {
    int sizes[] = {ROWS, COLUMNS}, distribs[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    int dargs[] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[] = {2, 2};
    int count = 0;
    double buf[ROWS * COLUMNS], values[ROWS * COLUMNS];
    MPI_Datatype type;
    MPI_Status status;
    MPI_Type_create_darray(4, rank, 2, sizes, distribs, dargs, grid, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    check(MPI_File_set_view(file, HEAD + ROWS * COLUMNS * 4, MPI_DOUBLE, type, datarep, MPI_INFO_NULL), "set_view");
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            if (i / 2 % 2 == rank / 2 && j / 5 == rank % 2) {
                values[count++] = i + j / 16.0;
            }
        }
    }
    memset(buf, 0, sizeof buf);
    if (writes) {
        memcpy(buf, values, sizeof(double) * count);
    }
    check(writes ? MPI_File_write_all(file, buf, count, MPI_DOUBLE, &status)
        : MPI_File_read_all(file, buf, count, MPI_DOUBLE, &status), "doubles");
    for (int i = 0; i < count; i++) {
        expect(buf[i] == values[i], "double", i);
    }
    MPI_Type_free(&type);
}

/* In the order of the ranks, of which each has one more than the one before. MPICH 5.0.2 does not convert what it reads
   by a shared pointer. */
static void shorts(MPI_File file, int writes, const char *datarep) {
    short buf[4];
    MPI_Status status;
    check(MPI_File_set_view(file, HEAD + ROWS * COLUMNS * 12, MPI_SHORT, MPI_SHORT, datarep, MPI_INFO_NULL),
        "set_view");
    for (int i = 0; i <= rank; i++) {
        buf[i] = writes ? rank * 100 + i - SHORTS : 0;
    }
    check(writes ? MPI_File_write_ordered(file, buf, rank + 1, MPI_SHORT, &status)
        : MPI_File_read_at_all(file, rank * (rank + 1) / 2, buf, rank + 1, MPI_SHORT, &status), "shorts");
    for (int i = 0; i <= rank; i++) {
        expect(buf[i] == rank * 100 + i - SHORTS, "short", i);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int writes = strcmp(argv[1], "write") == 0;
    MPI_File file;
    if (size != 4) {
        printf("there must be 4 ranks, not %d\n", size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    check(MPI_File_open(MPI_COMM_WORLD, argv[2], writes ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY,
        MPI_INFO_NULL, &file), "open");
    ints(file, writes, argv[3]);
    doubles(file, writes, argv[3]);
    shorts(file, writes, argv[3]);
    check(MPI_File_close(&file), "close");
    if (!wrong) {
        printf("rank %d is content\n", rank);
    }
    MPI_Finalize();
    return wrong;
}
