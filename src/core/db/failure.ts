const CHECK_FAILED = "CHECK constraint failed: ";

/** The database refused a list of statements by a constraint: none of it was written. */
export class ConstraintError extends Error {
  override readonly name = "ConstraintError";
  /** A CHECK's name, a trigger's message, or SQLite's sentence for any other constraint. */
  readonly constraint: string;
  readonly isCheck: boolean;

  constructor(sentence: string) {
    super(`Cannot write: ${sentence}`);
    this.isCheck = sentence.startsWith(CHECK_FAILED);
    this.constraint = this.isCheck
      ? sentence.slice(CHECK_FAILED.length)
      : sentence;
  }
}

/** The request to the store that failed. */
export type StoreAction = "open" | "read" | "write";

interface StorageErrorOptions extends ErrorOptions {
  readonly action?: StoreAction;
  readonly isFull?: boolean;
}

/**
 * The store failed: busy, full, broken, too slow or gone. The write may still have reached
 * the disk.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Absent if either may have been running. */
  readonly action: StoreAction | undefined;
  /** True if the disk is full: nothing of the write is on it. */
  readonly isFull: boolean;

  constructor(message: string, options: StorageErrorOptions = {}) {
    const { action, isFull = false, ...rest } = options;
    super(message, rest);
    this.action = action;
    this.isFull = isFull;
  }
}

const CAUSES_MAX = 4;

/** The store's failure behind an error: Drizzle wraps what a read throws. */
export function storageErrorIn(thrown: unknown): StorageError | undefined {
  let error = thrown;
  for (let depth = 0; depth < CAUSES_MAX; depth++) {
    if (error instanceof StorageError) return error;
    if (!(error instanceof Error)) return undefined;
    error = error.cause;
  }
  return undefined;
}

/** Why a job was not written; plain data, to cross threads. */
export interface Failure {
  readonly isConstraint: boolean;
  readonly code: string;
  readonly message: string;
}

/** Codes of any client for a wrong statement; others in its batch are fine. */
const STATEMENT_CODES: ReadonlySet<string> = new Set([
  "", // An argument the native package cannot bind.
  "SQLITE_ERROR",
  "SQLITE_MISMATCH",
  "SQLITE_RANGE",
  "SQLITE_READONLY",
  "SQLITE_TOOBIG",
  "SQLITE_UNKNOWN",
  "SQL_MANY_STATEMENTS",
  "SQL_NO_STATEMENT",
  "SQL_PARSE_ERROR",
  "ARGS_INVALID",
]);

/** A server's prefix before SQLite's own sentence, once per layer. */
const SERVER_PREFIX = /^(?:[A-Z_]+: )+(?:SQLite error: )?/;

/** Reads an error of the native package or of the remote client. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return {
    isConstraint: code.startsWith("SQLITE_CONSTRAINT"),
    code,
    message: message.replace(SERVER_PREFIX, ""),
  };
}

/** Distinguishes a wrong statement from a failure of the store. */
export function isStatementFault({ isConstraint, code }: Failure): boolean {
  return isConstraint || STATEMENT_CODES.has(code);
}

/** The caller's error for a job that was not written. */
export function errorOf(failure: Failure): ConstraintError | StorageError {
  return failure.isConstraint
    ? new ConstraintError(failure.message)
    : storageError("write", failure);
}

/** A StorageError with the store's message. */
export function storageError(
  action: StoreAction,
  { code, message }: Failure,
): StorageError {
  const cause = Object.assign(new Error(message), { code });
  const isFull = FULL_CODE.test(code) || NO_ROOM.test(message);
  const options = { cause, action, isFull };
  return new StorageError(`Cannot ${action}: ${message}`, options);
}

/** The second one: there is no room for the log's index, which a read needs, too. */
const FULL_CODE = /^SQLITE_(?:FULL|IOERR_SHMSIZE)/;

/** The message of a server that passes no code. */
const NO_ROOM = /database or disk is full|no space left on device/i;

/** A client's error as a StorageError that says whether it read or wrote. */
export function storageErrorOf(
  action: StoreAction,
  thrown: unknown,
): StorageError {
  const known = storageErrorIn(thrown);
  if (!known) return storageError(action, failureOf(thrown));
  if (known.action !== undefined) return known;
  const { message, cause, isFull } = known;
  return new StorageError(message, { cause, action, isFull });
}

/** Why a file cannot be opened: its path, and the remedy if known. */
export function openFailure(path: string, thrown: unknown): unknown {
  const failure = storageErrorIn(thrown);
  if (!failure || failure.action === "open") return thrown;
  const { cause, isFull } = failure;
  const why = isFull ? FULL : DAMAGED[codeOf(cause)];
  if (why === undefined) return thrown;
  const options = { cause, action: "open", isFull } as const;
  return new StorageError(`Cannot open ${path}: ${why}`, options);
}

const FULL =
  "its disk is full. Make room on it: a database that was put there newly, or is of an earlier version, needs some, even to be read";
const MEND = "Restore the newest backup, or name another file in DATABASE_URL";

/** The state of a file by the code with which it is refused. */
const DAMAGED: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: `it is no database. ${MEND}`,
  SQLITE_CORRUPT: `it is damaged. ${MEND}`,
};

/** The code of an error; "" of one without. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
