/* The header that the symbols in pmix.txt come from, where Debian's libpmix-dev puts it. */
#include </usr/lib/x86_64-linux-gnu/pmix2/include/pmix.h>
