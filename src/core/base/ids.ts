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
  report: "rpt",
  label: "lbl",
  webhook: "whk",
  webhookMessage: "whm",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type NewId = (kind: IdKind) => string;

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes ids that sort by creation: prefix, underscore, UUIDv7 in base32. */
export function createIds(clock: () => number): NewId {
  return (kind) =>
    `${ID_PREFIXES[kind]}_${base32(Bun.randomUUIDv7("buffer", clock()))}`;
}

/** 128 bits as 26 lower-case Crockford digits, most significant first. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 2; // 130 bits of digits carry 128 of data: two leading zeros.
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += CROCKFORD[(bits >>> held) & 31];
    }
    bits &= (1 << held) - 1;
  }
  return text;
}
