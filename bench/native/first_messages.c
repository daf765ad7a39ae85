/*
 * Runs steps of one round trip of 8 bytes and some computation, timed from the end of MPI_Init on. bin/bench compare
 * first runs this program beside mpj.bench.first.FirstMessages.
 *
 * The loops, the messages and the output are the same as in the Java program. Keep the two programs alike: the
 * comparison relies on it. Compile with mpicc -O3 -march=native.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_MARK = 1000, MARKS = 3 };

static int rank, work;
static long long message;
static unsigned long long number = 1;

static void round_trip(void) {
    if (rank == 0) {
        MPI_Send(&message, 1, MPI_LONG_LONG, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&message, 1, MPI_LONG_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&message, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&message, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD);
    }
}

static unsigned long long drawn(unsigned long long next, int count) {
    for (int i = 0; i < count; i++) {
        next ^= next << 13;
        next ^= next >> 7;
        next ^= next << 17;
    }
    return next;
}

static void run(long long count) {
    for (long long step = 0; step < count; step++) {
        round_trip();
        number = drawn(number, work);
    }
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "first_messages STEPS NUMBERS\n");
        return 2;
    }
    long long steps = atoll(words[1]), last = steps < 10 ? 1 : steps / 10, done = 0, next = FIRST_MARK;
    work = atoi(words[2]);
    double marks[MARKS] = {0};
    MPI_Init(&count, &words);
    double start = MPI_Wtime();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int mark = 0; mark < MARKS && next <= steps - last; mark++, next *= 10) {
        run(next - done);
        done = next;
        marks[mark] = MPI_Wtime() - start;
    }
    run(steps - done - last);
    double before_last = MPI_Wtime();
    run(last);
    double end = MPI_Wtime();
    if (rank == 0) {
        long long mark = FIRST_MARK;
        for (int i = 0; i < MARKS; i++, mark *= 10) {
            if (marks[i] > 0) {
                printf("after %lld steps %.6f s\n", mark, marks[i]);
            }
        }
        printf("at the end %.4f us a step\ntime %.6f s, %lld steps, last number %llx\n",
            (end - before_last) * 1e6 / last, end - start, steps, number);
    }
    MPI_Finalize();
    return 0;
}
