/*
 * Those functions of MPI that describe a library and its errors. A test changes the variables. No messages move: the
 * other functions are there so that the bindings find them.
 */
#include <stdint.h>
#include <string.h>

int fake_major = 1;
int fake_minor = 0;
int fake_initialized = 0;
int fake_level = 2048;
/* The result of the functions that a test lets fail. */
int fake_result = 0;
int fake_unknown = 0;
int64_t fake_count = 0;

int MPI_Abi_get_version(int *major, int *minor) {
    *major = fake_major;
    *minor = fake_minor;
    return 0;
}

int MPI_Get_library_version(char *version, int *length) {
    strcpy(version, "  Fake MPI\t 1.2  \nbuilt for a test\n");
    *length = (int) strlen(version);
    return 0;
}

int MPI_Initialized(int *flag) {
    *flag = fake_initialized;
    return 0;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    *provided = fake_level;
    return fake_result;
}

/* An error of this library is its class and a hundred. */
int MPI_Error_class(int error, int *class) {
    *class = error - 100;
    return fake_unknown;
}

int MPI_Error_string(int error, char *text, int *length) {
    strcpy(text, " it went\nwrong \n");
    *length = (int) strlen(text);
    return fake_unknown;
}

int MPI_Get_count_c(const void *status, void *type, int64_t *count) {
    *count = fake_count;
    return fake_result;
}

int MPI_Test_cancelled(const void *status, int *flag) {
    *flag = (int) fake_count;
    return fake_result;
}

#define PRESENT(name) int name(void) { return 116; }
PRESENT(MPI_Init)
PRESENT(MPI_Send_c)
PRESENT(MPI_Isend_c)
PRESENT(MPI_Issend_c)
PRESENT(MPI_Irecv_c)
PRESENT(MPI_Imrecv_c)
PRESENT(MPI_Mrecv_c)
PRESENT(MPI_Test)
PRESENT(MPI_Wait)
PRESENT(MPI_Iprobe)
PRESENT(MPI_Improbe)
