import { LIMITS } from "../base/limits.ts";

/** A description of a failure, and of its cause. */
export interface Described {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: Described;
}

/** A failure for the log. */
interface Failure {
  readonly event: string;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly error: Described;
}

interface Kind {
  count: number;
  last: Failure;
}

/**
 * Keeps equal failures from flooding the log: the first is written, those of the next minute
 * are counted, and one line then says how many there were.
 */
export class Repeats {
  readonly #write: (fields: object) => void;
  readonly #kinds = new Map<string, Kind>();

  constructor(write: (fields: object) => void) {
    this.#write = write;
  }

  /** True for the first of its kind in a minute. */
  isNew(failure: Failure): boolean {
    const key = keyOf(failure);
    const known = this.#kinds.get(key);
    if (known) {
      known.count += 1;
      known.last = failure;
      return false;
    }
    // More kinds than this at once are not a flood of one: they are written.
    if (this.#kinds.size < LIMITS.logKindsMax) {
      this.#kinds.set(key, { count: 0, last: failure });
      setTimeout(() => this.#tell(key), LIMITS.logRepeatMs).unref();
    }
    return true;
  }

  /** A kind that came once gets no second line. */
  #tell(key: string): void {
    const kind = this.#kinds.get(key);
    this.#kinds.delete(key);
    if (!kind || kind.count === 0) return;
    const { event, requestId, error } = kind.last;
    const { name, message } = error;
    this.#write({
      event,
      requestId,
      repeated: kind.count,
      error: { name, message },
    });
  }
}

/** The key of a failure: its event and its causes, down to the first. */
function keyOf({ event, error }: Failure): string {
  const said: string[] = [event];
  for (let at: Described | undefined = error; at; at = at.cause) {
    said.push(at.name, at.message);
  }
  return said.join("\n").slice(0, LIMITS.logTextCharsMax);
}
