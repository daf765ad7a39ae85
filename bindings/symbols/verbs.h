/* The headers that the symbols in verbs.txt come from; read by jextract and by the ABI test's C compiler. */
#include <infiniband/verbs.h>
