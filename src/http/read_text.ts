import { LIMITS } from "../core/base/limits.ts";
import { inNextTurn } from "../core/base/pace.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's body of at most `bytesMax` bytes as UTF-8.
 * @throws payload_too_large, invalid_json
 */
export async function readUtf8(
  request: Request,
  bytesMax: number,
): Promise<string> {
  const bytes = await readBody(request, bytesMax);
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw unreadable(told`it is not UTF-8`, cause);
  }
}

/**
 * Reads a request's body. A declared length that is too large is refused at once; a
 * body without one is counted while it comes.
 * @throws payload_too_large, invalid_json, request_timeout, unavailable
 */
export async function readBody(
  request: Request,
  bytesMax: number,
  pace: Pace = PACE,
): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const declared = header === null ? undefined : Number(header);
  if (declared !== undefined && declared > bytesMax) throw tooLarge(bytesMax);
  try {
    const bytes = await readBytes(request, { declared, bytesMax, pace });
    if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
    return bytes;
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw unreadable(told`it ended early`, cause);
  }
}

/** How fast a body has to come, and how many of them. */
export interface Pace {
  /** What it may take before that. */
  readonly waitMs: number;
  readonly bytesPerSecond: number;
  /** What all large ones that are on their way may hold. */
  readonly bytesAtOnceMax: number;
}

const PACE: Pace = {
  waitMs: LIMITS.bodyWaitMs,
  bytesPerSecond: LIMITS.bodyBytesPerSecondMin,
  bytesAtOnceMax: LIMITS.bodyBytesAtOnceMax,
};

interface Expected {
  readonly declared?: number | undefined;
  readonly bytesMax: number;
  readonly pace: Pace;
}

function readBytes(request: Request, expected: Expected): Promise<Uint8Array> {
  const { declared = Infinity, pace } = expected;
  // The server reads no more than the declared length, which was checked.
  return declared <= LIMITS.bodyCountedAboveBytes
    ? inTime(request.bytes(), pace.waitMs)
    : readCounted(request, expected);
}

/** Bytes of large bodies that are held by now and not whole yet. */
let held = 0;

/** Leaving the loop cancels the stream, so the rest is never buffered. */
async function readCounted(
  request: Request,
  { bytesMax, pace }: Expected,
): Promise<Uint8Array> {
  const startedAt = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  try {
    while (reader && size <= bytesMax) {
      const earnedMs = (size / pace.bytesPerSecond) * 1_000;
      const endsAt = startedAt + pace.waitMs + earnedMs;
      const { value } = await inTime(reader.read(), endsAt - performance.now());
      if (value === undefined) break;
      chunks.push(value);
      size += value.byteLength;
      held += value.byteLength;
      if (held > pace.bytesAtOnceMax) throw tooMany();
    }
    return Buffer.concat(chunks);
  } finally {
    held -= size;
    void reader?.cancel().catch(() => {});
  }
}

/** Most bodies came with their head, and need no timer. */
function inTime<T>(reading: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    inNextTurn(() => {
      if (!isOver) timer = setTimeout(() => reject(tooSlow()), ms);
    });
    reading.then(
      (read) => {
        end();
        resolve(read);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}

function tooSlow(): ServiceError {
  return new ServiceError("request_timeout", {
    detail: told`Cannot read the body: it comes too slowly.`,
  });
}

function tooMany(): ServiceError {
  return new ServiceError("unavailable", {
    detail: told`Cannot read the body now: too many large ones are on their way. Try again in a second.`,
  });
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError("payload_too_large", {
    detail: told`Cannot read the body: it is larger than ${bytesMax} bytes.`,
    extra: { bytesMax },
  });
}

function unreadable(why: Sentence, cause: unknown): ServiceError {
  return new ServiceError("invalid_json", {
    detail: told`Cannot read the body: ${why}.`,
    cause,
  });
}
