/** One HTTP answer; `body` is valid until the next one is read. */
export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const NOTHING = Buffer.alloc(0);
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

/**
 * Reads HTTP/1.1 answers from a stream of bytes (RFC 9112): just as much as a
 * benchmark needs, so that the client costs little beside the server.
 */
export class AnswerReader {
  #held: Buffer = NOTHING;

  /** The answer, once the bytes taken so far hold all of it. */
  take(bytes: Buffer): Answer | undefined {
    const held = this.#held;
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    const found = parse(all);
    if (found === undefined) {
      this.#held = Buffer.from(all);
      return undefined;
    }
    if (found.end !== all.length) throw new Error("Bytes follow the answer");
    this.#held = NOTHING;
    return found.answer;
  }
}

interface Found {
  readonly answer: Answer;
  readonly end: number;
}

function parse(bytes: Buffer): Found | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  const start = headEnd + 4;
  const length = LENGTH.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    if (bytes.length < end) return undefined;
    return { answer: { status, body: bytes.subarray(start, end) }, end };
  }
  if (CHUNKED.test(head)) return parseChunks(bytes, status, start);
  if (status === 204 || status === 304) {
    return { answer: { status, body: NOTHING }, end: start };
  }
  throw new Error("The answer says neither how long it is nor that it streams");
}

function parseChunks(
  bytes: Buffer,
  status: number,
  start: number,
): Found | undefined {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error("A chunk has no size");
    const from = lineEnd + 2;
    const end = from + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) {
      return { answer: { status, body: Buffer.concat(chunks) }, end };
    }
    chunks.push(bytes.subarray(from, from + size));
    at = end;
  }
}
