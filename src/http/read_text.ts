import type { Bodies, BodyPass } from "../core/access/bodies.ts";
import { LIMITS } from "../core/base/limits.ts";
import { inNextTurn } from "../core/base/pace.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** How much of a body to read, with which permit, and at what pace. */
export interface BodyReading {
  readonly bytesMax: number;
  readonly pass: BodyPass;
  readonly pace?: BodyPace;
}

/**
 * Reads a request's body as UTF-8.
 * @throws payload_too_large, invalid_json
 */
export async function readUtf8(
  request: Request,
  reading: BodyReading,
): Promise<string> {
  const bytes = await readBody(request, reading);
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw unreadable(told`it is not UTF-8`, cause);
  }
}

/**
 * Reads the short body of an unidentified sender, before a library that counts
 * its own refusals.
 * @throws as {@linkcode readUtf8}; rate_limited
 */
export function readShort(
  bodies: Bodies,
  request: Request,
  from: () => string | null,
): Promise<string> {
  return bodies.run(from() ?? "", async (pass) => {
    const bytesMax = LIMITS.oauthRequestBytesMax;
    const text = await readUtf8(request, { bytesMax, pass });
    pass.accepted();
    return text;
  });
}

/**
 * Reads a request's body. A declared length that is too large is refused at
 * once; a body without one is counted as it arrives. A large one is read only
 * when there is room: its sender waits.
 * @throws payload_too_large, invalid_json, request_timeout, unavailable
 */
export async function readBody(
  request: Request,
  { bytesMax, pass, pace = PACE }: BodyReading,
): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const declared = header === null ? undefined : Number(header);
  if (declared !== undefined && declared > bytesMax) throw tooLarge(bytesMax);
  try {
    // The server reads no more than the declared length, which was checked.
    const bytes =
      declared !== undefined && declared <= LIMITS.bodyCountedAboveBytes
        ? await inTime(request.bytes(), pace.waitMs)
        : await readLarge(request, { declared, bytesMax, pass, pace });
    if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
    return bytes;
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw unreadable(told`it ended early`, cause);
  }
}

/** The pace at which a body must arrive. */
export interface BodyPace {
  /** The time before the pace counts. */
  readonly waitMs: number;
  readonly bytesPerSecond: number;
}

const PACE: BodyPace = {
  waitMs: LIMITS.bodyWaitMs,
  bytesPerSecond: LIMITS.bodyBytesPerSecondMin,
};

interface Expected extends Required<BodyReading> {
  readonly declared: number | undefined;
}

/** Leaving the loop cancels the stream, so the rest is never buffered. */
async function readLarge(
  request: Request,
  { declared, bytesMax, pass, pace }: Expected,
): Promise<Uint8Array> {
  // A short one needs no room, even without a declared length.
  let room = declared ?? LIMITS.bodyCountedAboveBytes;
  if (declared !== undefined) await pass.hold(declared);
  const startedAt = performance.now();
  let bytes = new Uint8Array(room);
  let size = 0;
  const reader = request.body?.getReader();
  try {
    while (reader && size <= bytesMax) {
      const earnedMs = (size / pace.bytesPerSecond) * 1_000;
      const endsAt = startedAt + pace.waitMs + earnedMs;
      const { value } = await inTime(reader.read(), endsAt - performance.now());
      if (value === undefined) break;
      if (size + value.byteLength > room) {
        const more = Math.max(room, value.byteLength);
        // Twice as much each time.
        await pass.hold(more);
        room += more;
        const larger = new Uint8Array(room);
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(value, size);
      size += value.byteLength;
    }
    return bytes.subarray(0, size);
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

/** Most bodies arrive with their head, and need no timer. */
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
    detail: told`Cannot read the body: it arrived too slowly.`,
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
