/* Writes down every change of files below PBEM_RECORD_UNDER, in order, into PBEM_RECORD_TO.
 *
 * Loaded before the C library (LD_PRELOAD). A record is a line of fields parted by tabs - what was
 * done, the path, a second path, a number, the count of bytes that follow it - and those bytes. Only
 * what has succeeded is recorded; a mapping of memory that is written to is not.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define TRUE_ONE(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int whole(char *to, int dir, const char *path) {
    char folder[PATH_MAX] = "", link[64];
    const char *under = getenv("PBEM_RECORD_UNDER");
    ssize_t length;
    if (!under || !path) return 0;
    if (path[0] == '/') {
        snprintf(to, PATH_MAX, "%s", path);
    } else {
        if (dir == AT_FDCWD) {
            if (!getcwd(folder, sizeof folder)) return 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
            length = readlink(link, folder, sizeof folder - 1);
            if (length < 0) return 0;
            folder[length] = 0;
        }
        if (snprintf(to, PATH_MAX, "%s/%s", folder, path) >= PATH_MAX) return 0;
    }
    return strncmp(to, under, strlen(under)) == 0;
}

static int of(char *to, int file) {
    char link[64];
    const char *under = getenv("PBEM_RECORD_UNDER");
    ssize_t length;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, to, PATH_MAX - 1);
    if (length < 0 || !under) return 0;
    to[length] = 0;
    return strncmp(to, under, strlen(under)) == 0;
}

static void note(const char *what, const char *path, const char *other, long long number,
                 const void *data, size_t size) {
    char line[2 * PATH_MAX + 100];
    struct iovec parts[2];
    int saved = errno, to;
    const char *where = getenv("PBEM_RECORD_TO");
    if (where) {
        to = syscall(SYS_openat, AT_FDCWD, where, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        parts[0].iov_base = line;
        parts[0].iov_len = snprintf(line, sizeof line, "%s\t%s\t%s\t%lld\t%zu\n", what, path, other,
                                    number, size);
        parts[1].iov_base = (void *)data;
        parts[1].iov_len = size;
        if (to < 0 || syscall(SYS_writev, to, parts, 2) != (ssize_t)(parts[0].iov_len + size))
            abort();
        syscall(SYS_close, to);
    }
    errno = saved;
}

static int opened(int (*act)(int, const char *, int, ...), int dir, const char *path, int flags,
                  mode_t mode) {
    char name[PATH_MAX];
    struct stat found;
    int ours = whole(name, dir, path);
    int there = ours && fstatat(dir, path, &found, AT_SYMLINK_NOFOLLOW) == 0;
    int file = act(dir, path, flags, mode);
    if (file >= 0 && ours && (flags & O_CREAT) && !there) note("create", name, "", 0, "", 0);
    if (file >= 0 && ours && (flags & O_TRUNC) && there) note("size", name, "", 0, "", 0);
    return file;
}

#define OPENS(name, real, ...)                                                                     \
    int name(__VA_ARGS__ const char *path, int flags, ...) {                                       \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | __O_TMPFILE)) {                                                     \
            va_list more;                                                                          \
            va_start(more, flags);                                                                 \
            mode = va_arg(more, mode_t);                                                           \
            va_end(more);                                                                          \
        }                                                                                          \
        return opened(TRUE_ONE(real), DIR_GIVEN, path, flags, mode);                               \
    }
#define DIR_GIVEN AT_FDCWD
OPENS(open, openat)
OPENS(open64, openat64)
#undef DIR_GIVEN
#define DIR_GIVEN dir
OPENS(openat, openat, int dir,)
OPENS(openat64, openat64, int dir,)

ssize_t write(int file, const void *data, size_t size) {
    char name[PATH_MAX];
    int ours = of(name, file);
    off_t at = 0;
    ssize_t done;
    if (ours)
        at = lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    done = TRUE_ONE(write)(file, data, size);
    if (ours && done > 0) note("write", name, "", at, data, done);
    return done;
}

#define WRITES_AT(name, offset)                                                                    \
    ssize_t name(int file, const void *data, size_t size, offset at) {                             \
        char path[PATH_MAX];                                                                       \
        ssize_t done = TRUE_ONE(name)(file, data, size, at);                                       \
        if (done > 0 && of(path, file)) note("write", path, "", at, data, done);                   \
        return done;                                                                               \
    }
WRITES_AT(pwrite, off_t)
WRITES_AT(pwrite64, off64_t)

#define CUTS(name, offset)                                                                         \
    int name(int file, offset size) {                                                              \
        char path[PATH_MAX];                                                                       \
        int failed = TRUE_ONE(name)(file, size);                                                   \
        if (!failed && of(path, file)) note("size", path, "", size, "", 0);                        \
        return failed;                                                                             \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define CUTS_NAMED(name, offset)                                                                   \
    int name(const char *given, offset size) {                                                     \
        char path[PATH_MAX];                                                                       \
        int failed = TRUE_ONE(name)(given, size);                                                  \
        if (!failed && whole(path, AT_FDCWD, given)) note("size", path, "", size, "", 0);          \
        return failed;                                                                             \
    }
CUTS_NAMED(truncate, off_t)
CUTS_NAMED(truncate64, off64_t)

#define SYNCS(name)                                                                                \
    int name(int file) {                                                                           \
        char path[PATH_MAX];                                                                       \
        int failed = TRUE_ONE(name)(file);                                                         \
        if (!failed && of(path, file)) note("sync", path, "", 0, "", 0);                           \
        return failed;                                                                             \
    }
SYNCS(fsync)
SYNCS(fdatasync)

static int renamed(int failed, int from, const char *old, int to, const char *new, const char *how) {
    char first[PATH_MAX], second[PATH_MAX];
    int ours = whole(first, from, old) & whole(second, to, new);
    if (!failed && ours) note(how, first, second, 0, "", 0);
    return failed;
}
int rename(const char *old, const char *new) {
    return renamed(TRUE_ONE(rename)(old, new), AT_FDCWD, old, AT_FDCWD, new, "rename");
}
int renameat(int from, const char *old, int to, const char *new) {
    return renamed(TRUE_ONE(renameat)(from, old, to, new), from, old, to, new, "rename");
}
int link(const char *old, const char *new) {
    return renamed(TRUE_ONE(link)(old, new), AT_FDCWD, old, AT_FDCWD, new, "link");
}
int linkat(int from, const char *old, int to, const char *new, int flags) {
    return renamed(TRUE_ONE(linkat)(from, old, to, new, flags), from, old, to, new, "link");
}

static int named(int failed, int dir, const char *path, const char *how) {
    char name[PATH_MAX];
    if (!failed && whole(name, dir, path)) note(how, name, "", 0, "", 0);
    return failed;
}
int unlink(const char *path) { return named(TRUE_ONE(unlink)(path), AT_FDCWD, path, "remove"); }
int unlinkat(int dir, const char *path, int flags) {
    return named(TRUE_ONE(unlinkat)(dir, path, flags), dir, path, "remove");
}
int rmdir(const char *path) { return named(TRUE_ONE(rmdir)(path), AT_FDCWD, path, "remove"); }
int mkdir(const char *path, mode_t mode) {
    return named(TRUE_ONE(mkdir)(path, mode), AT_FDCWD, path, "mkdir");
}
