/* The header of MPI 5's standard ABI, as MPICH's package for Python brings it; every library with the ABI has the same. */
#include "../../target/launchers/mpich/include/mpi_abi.h"
