/** Kinds of identifiers and their prefixes (docs/interfaces.md, Forms). */
export const ID_PREFIXES = {
  conversation: "cnv",
  context: "ctx",
  message: "msg",
  artifact: "art",
  checkpoint: "chk",
  review: "rev",
  payment: "pay",
  receipt: "rcp",
  event: "evt",
  credential: "cred",
  address: "adr",
  domain: "dom",
  account: "acc",
  transfer: "trf",
  outbox: "out",
  quote: "quo",
  proposal: "prp",
  dispute: "dsp",
  report: "rpt",
  label: "lbl",
  inboxRule: "rul",
  template: "tpl",
  webhook: "whk",
  webhookMessage: "whm",
  pushDevice: "psh",
  export: "exp",
  import: "imp",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type NewId = (kind: IdKind) => string;

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes ids that sort by creation: prefix, underscore, UUIDv7 in base32. */
export function createIds(clock: () => number): NewId {
  return (kind) =>
    `${ID_PREFIXES[kind]}_${base32(Bun.randomUUIDv7("buffer", clock()))}`;
}

const TIME_BYTES = 6;
const RANDOM_BYTES = 10;

const ID_BYTES = TIME_BYTES + RANDOM_BYTES;
const ID_CHARS = 26;

/** The id of a kind for a digest: the same each time. */
export function idOfDigest(kind: IdKind, digest: Uint8Array): string {
  return `${ID_PREFIXES[kind]}_${base32(digest.subarray(0, ID_BYTES))}`;
}

/** The smallest id of a kind made at or after a moment: ids grow with time. */
export function firstIdAt(kind: IdKind, at: number): string {
  const time = new Uint8Array(TIME_BYTES + RANDOM_BYTES);
  let rest = Math.max(0, at);
  for (let place = TIME_BYTES - 1; place >= 0; place -= 1) {
    time[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return `${ID_PREFIXES[kind]}_${base32(time)}`;
}

/** When an id was made, in milliseconds since the epoch. */
export function idTime(id: string): number {
  // Two leading zeros and 48 bits of time are the first ten digits.
  const digits = id.slice(id.indexOf("_") + 1).slice(0, 10);
  return [...digits].reduce(
    (time, digit) => time * 32 + CROCKFORD.indexOf(digit),
    0,
  );
}

/** 128 bits as 26 lower-case Crockford digits, most significant first. */
function base32(bytes: Uint8Array): string {
  const text = Buffer.alloc(ID_CHARS);
  let chars = 0;
  let bits = 0;
  let held = 2; // 130 bits of digits carry 128 of data: two leading zeros.
  for (let at = 0; at < bytes.length; at += 1) {
    bits = (bits << 8) | (bytes[at] ?? 0);
    for (held += 8; held >= 5; bits &= (1 << held) - 1) {
      held -= 5;
      text[chars++] = CROCKFORD.charCodeAt(bits >>> held);
    }
  }
  return text.toString("latin1");
}
