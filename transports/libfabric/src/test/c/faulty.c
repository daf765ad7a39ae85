/*
 * A libfabric that fails when it is told to, and otherwise is the real one. The tests load it instead, and set what
 * shall fail. It changes the tables of functions of the objects that the real one opens.
 */
#include <dlfcn.h>
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <stdio.h>
#include <stdlib.h>

/* What the tests set. */
int faulty_version = 0;            /* the version it says it is, or 0 */
size_t faulty_max_msg_size = 0;    /* the largest message, or 0 for the provider's own */
int faulty_local_mr = 0;           /* asks for registered buffers (FI_MR_LOCAL) */
int faulty_reg = 0;                /* what fi_mr_reg returns instead of registering */
int faulty_sends = 0;              /* so many further sends return faulty_send */
int faulty_send = 0;
int faulty_receives = 0;           /* so many further receives of tagged messages return -FI_EAGAIN */
int faulty_rma_read = 0;           /* what fi_read returns instead of reading */
int faulty_cq = 0;                 /* what fi_cq_read returns instead of reading */

int faulty_tagged_sends = 0;       /* so many further sends of tagged messages return -FI_EAGAIN */

static void *real;

static void *find(const char *name)
{
    void *symbol;
    if (real == NULL)
        real = dlopen("libfabric.so.1", RTLD_NOW | RTLD_LOCAL);
    symbol = real == NULL ? NULL : dlsym(real, name);
    if (symbol == NULL) {
        fprintf(stderr, "faulty: %s: %s\n", name, dlerror());
        abort();
    }
    return symbol;
}

/* A copy of a table that may be changed. */
#define COPY(table) __extension__ ({ \
    __typeof__(*(table)) *copy = malloc(sizeof(*(table))); \
    *copy = *(table); \
    copy; })

uint32_t fi_version(void)
{
    uint32_t (*call)(void) = find("fi_version");
    return faulty_version ? (uint32_t) faulty_version : call();
}

int fi_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags, const struct fi_info *hints,
               struct fi_info **info)
{
    int (*call)(uint32_t, const char *, const char *, uint64_t, const struct fi_info *, struct fi_info **) =
        find("fi_getinfo");
    int result = call(version, node, service, flags, hints, info);
    for (struct fi_info *each = result == 0 ? *info : NULL; each != NULL; each = each->next) {
        if (faulty_max_msg_size)
            each->ep_attr->max_msg_size = faulty_max_msg_size;
        if (faulty_local_mr)
            each->domain_attr->mr_mode |= FI_MR_LOCAL;
    }
    return result;
}

void fi_freeinfo(struct fi_info *info)
{
    void (*call)(struct fi_info *) = find("fi_freeinfo");
    call(info);
}

struct fi_info *fi_dupinfo(const struct fi_info *info)
{
    struct fi_info *(*call)(const struct fi_info *) = find("fi_dupinfo");
    return call(info);
}

const char *fi_strerror(int error)
{
    const char *(*call)(int) = find("fi_strerror");
    return call(error);
}

static int (*real_reg)(struct fid *, const void *, size_t, uint64_t, uint64_t, uint64_t, uint64_t, struct fid_mr **,
                       void *);

static int reg(struct fid *fid, const void *buf, size_t len, uint64_t access, uint64_t offset, uint64_t key,
               uint64_t flags, struct fid_mr **mr, void *context)
{
    return faulty_reg ? faulty_reg : real_reg(fid, buf, len, access, offset, key, flags, mr, context);
}

static ssize_t (*real_send)(struct fid_ep *, const void *, size_t, void *, fi_addr_t, void *);
static ssize_t (*real_inject)(struct fid_ep *, const void *, size_t, fi_addr_t);

static ssize_t faulty_send_result(void)
{
    if (faulty_sends == 0)
        return 0;
    faulty_sends--;
    return faulty_send;
}

static ssize_t do_send(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t dest, void *context)
{
    ssize_t result = faulty_send_result();
    return result ? result : real_send(ep, buf, len, desc, dest, context);
}

static ssize_t do_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t dest)
{
    ssize_t result = faulty_send_result();
    return result ? result : real_inject(ep, buf, len, dest);
}

static ssize_t (*real_tsend)(struct fid_ep *, const void *, size_t, void *, fi_addr_t, uint64_t, void *);
static ssize_t (*real_trecv)(struct fid_ep *, void *, size_t, void *, fi_addr_t, uint64_t, uint64_t, void *);

static ssize_t do_tsend(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t dest, uint64_t tag,
                        void *context)
{
    ssize_t result = faulty_tagged_sends > 0 ? -FI_EAGAIN : faulty_send_result();
    if (faulty_tagged_sends > 0)
        faulty_tagged_sends--;
    return result ? result : real_tsend(ep, buf, len, desc, dest, tag, context);
}

static ssize_t do_trecv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t source, uint64_t tag,
                        uint64_t ignore, void *context)
{
    if (faulty_receives > 0) {
        faulty_receives--;
        return -FI_EAGAIN;
    }
    return real_trecv(ep, buf, len, desc, source, tag, ignore, context);
}

static ssize_t (*real_rma_read)(struct fid_ep *, void *, size_t, void *, fi_addr_t, uint64_t, uint64_t, void *);

static ssize_t rma_read(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t source, uint64_t address,
                        uint64_t key, void *context)
{
    return faulty_rma_read ? faulty_rma_read : real_rma_read(ep, buf, len, desc, source, address, key, context);
}

static int (*real_control)(struct fid *, int, void *);

/* Enabling an endpoint may change its table of functions, so that is the time to change it in turn. */
static int control(struct fid *fid, int command, void *argument)
{
    int result = real_control(fid, command, argument);
    if (command == FI_ENABLE && result == 0) {
        struct fid_ep *ep = container_of(fid, struct fid_ep, fid);
        struct fi_ops_msg *ops = COPY(ep->msg);
        real_send = ops->send;
        real_inject = ops->inject;
        ops->send = do_send;
        ops->inject = do_inject;
        ep->msg = ops;
        if (ep->tagged != NULL) {
            struct fi_ops_tagged *tagged = COPY(ep->tagged);
            real_tsend = tagged->send;
            real_trecv = tagged->recv;
            tagged->send = do_tsend;
            tagged->recv = do_trecv;
            ep->tagged = tagged;
        }
        if (ep->rma != NULL) {
            struct fi_ops_rma *rma = COPY(ep->rma);
            real_rma_read = rma->read;
            rma->read = rma_read;
            ep->rma = rma;
        }
    }
    return result;
}

static ssize_t (*real_read)(struct fid_cq *, void *, size_t);

static ssize_t cq_read(struct fid_cq *cq, void *buf, size_t count)
{
    return faulty_cq ? faulty_cq : real_read(cq, buf, count);
}

static int (*real_endpoint)(struct fid_domain *, struct fi_info *, struct fid_ep **, void *);
static int (*real_cq_open)(struct fid_domain *, struct fi_cq_attr *, struct fid_cq **, void *);

static int endpoint(struct fid_domain *domain, struct fi_info *info, struct fid_ep **ep, void *context)
{
    int result = real_endpoint(domain, info, ep, context);
    /* A provider may open others, one for each connection, upon the same domain. */
    if (result == 0 && info->ep_attr->type == FI_EP_RDM) {
        struct fi_ops *ops = COPY((*ep)->fid.ops);
        real_control = ops->control;
        ops->control = control;
        (*ep)->fid.ops = ops;
    }
    return result;
}

static int cq_open(struct fid_domain *domain, struct fi_cq_attr *attr, struct fid_cq **cq, void *context)
{
    int result = real_cq_open(domain, attr, cq, context);
    if (result == 0) {
        struct fi_ops_cq *ops = COPY((*cq)->ops);
        real_read = ops->read;
        ops->read = cq_read;
        (*cq)->ops = ops;
    }
    return result;
}

static int (*real_domain)(struct fid_fabric *, struct fi_info *, struct fid_domain **, void *);

static int domain(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **opened, void *context)
{
    int result = real_domain(fabric, info, opened, context);
    if (result == 0) {
        struct fi_ops_domain *ops = COPY((*opened)->ops);
        struct fi_ops_mr *mr = COPY((*opened)->mr);
        real_endpoint = ops->endpoint;
        real_cq_open = ops->cq_open;
        real_reg = mr->reg;
        ops->endpoint = endpoint;
        ops->cq_open = cq_open;
        mr->reg = reg;
        (*opened)->ops = ops;
        (*opened)->mr = mr;
    }
    return result;
}

int fi_fabric(struct fi_fabric_attr *attr, struct fid_fabric **fabric, void *context)
{
    int (*call)(struct fi_fabric_attr *, struct fid_fabric **, void *) = find("fi_fabric");
    int result = call(attr, fabric, context);
    if (result == 0) {
        struct fi_ops_fabric *ops = COPY((*fabric)->ops);
        real_domain = ops->domain;
        ops->domain = domain;
        (*fabric)->ops = ops;
    }
    return result;
}
