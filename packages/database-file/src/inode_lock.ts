import { dlopen, FFIType, read } from "bun:ffi";
import type { Stats } from "node:fs";
import { closeSync, fchmodSync, fstatSync, openSync, statSync } from "node:fs";

/** The outcome of locking a file by its inode. */
export type InodeLock =
  | { readonly is: "taken"; release(): void }
  /** Another process, or another part of this one, has it under any name. */
  | { readonly is: "in use" }
  /** The file has several names, with a log next to each. */
  | { readonly is: "linked"; readonly names: number };

const LOCK_EXCLUSIVE_AT_ONCE = 2 | 4;
const WOULD_BLOCK = 11;

/** Inodes of this process: closing a second descriptor would drop SQLite's own locks. */
const held = new Set<string>();

/**
 * Locks a database file by its inode, so that neither a hard link nor a mount of the one file
 * gives it to two services. The kernel drops the lock however the process ends. On systems
 * other than Linux, and on file systems without such locks, it only finds hard links. Creates
 * the file, or takes an empty one, readable only by its owner.
 */
export function lockInode(path: string): InodeLock {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known && held.has(inodeOf(known))) return { is: "in use" };
  const file = openSync(path, "a", 0o600);
  const stats = fstatSync(file);
  const { nlink } = stats;
  const inode = inodeOf(stats);
  if (nlink > 1) {
    closeSync(file);
    return { is: "linked", names: nlink };
  }
  if (!isTaken(file)) {
    closeSync(file);
    return { is: "in use" };
  }
  held.add(inode);
  if (stats.size === 0 && stats.uid === process.geteuid?.()) {
    fchmodSync(file, 0o600);
  }
  return {
    is: "taken",
    release() {
      held.delete(inode);
      closeSync(file);
    },
  };
}

function inodeOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function isTaken(file: number): boolean {
  const { flock, errno } = libc();
  return flock(file, LOCK_EXCLUSIVE_AT_ONCE) === 0 || errno() !== WOULD_BLOCK;
}

interface Libc {
  flock(file: number, how: number): number;
  errno(): number;
}

const ELSEWHERE: Libc = { flock: () => 0, errno: () => 0 };

let opened: Libc | undefined;

function libc(): Libc {
  opened ??= process.platform === "linux" ? linuxLibc() : ELSEWHERE;
  return opened;
}

function linuxLibc(): Libc {
  for (const name of ["libc.so.6", "libc.so"]) {
    try {
      const { symbols } = dlopen(name, {
        flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
        __errno_location: { args: [], returns: FFIType.ptr },
      });
      return {
        flock: symbols.flock,
        errno() {
          const at = symbols.__errno_location();
          return at === null ? 0 : read.i32(at, 0);
        },
      };
    } catch {
      // The other C library has another name.
    }
  }
  return ELSEWHERE;
}
