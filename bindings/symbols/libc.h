/* The headers that the symbols in libc.txt come from; read by jextract and by the ABI test's C compiler. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* With it, addresses of sockets are arguments of a union type that only GNU C knows. */
#undef __USE_GNU
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#define __USE_GNU 1

/* Macros with the names of members, which the ABI test spells out. */
#undef sa_handler
#undef sa_sigaction
