import type { ConversationView } from "../core/conversations/projection/present.ts";

type Part = ConversationView["messages"][number]["parts"][number];

/** The text and the parts of a message, each replaced by what stands for it. */
export interface MaskedParts {
  readonly text: string;
  readonly parts: Part[];
}

/** Marks the text of a message, and what its parts hold beside it. */
export function maskParts(
  { text: own, parts }: { readonly text: string; readonly parts: Part[] },
  quote: (text: string) => string,
): MaskedParts {
  const text = quote(own);
  const beside = parts.map(besideText).filter((it) => it !== undefined);
  const attached = beside.length === 0 ? "" : quote(JSON.stringify(beside));
  return { text, parts: parts.map((part) => maskPart(part, text, attached)) };
}

/**
 * What a part holds beside its text, to be shown with the other parts' as one
 * entry: an entry for each would let many small parts fill a model's context.
 */
function besideText({ text: _text, ...part }: Part): Part | undefined {
  if (isOmission(part.data)) delete part.data;
  return Object.keys(part).length === 0 ? undefined : part;
}

/** Our own note in place of bytes (message_bytes.ts) needs no fence. */
function isOmission(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "omitted" in data &&
    data.omitted === "raw" &&
    "bytes" in data &&
    typeof data.bytes === "number" &&
    Object.keys(data).length === 2
  );
}

function maskPart(part: Part, text: string, attached: string): Part {
  const masked = { ...part };
  if (part.text !== undefined) masked.text = part.text && text;
  if (part.data !== undefined && !isOmission(part.data)) masked.data = attached;
  if (part.url !== undefined) masked.url = attached;
  if (part.mediaType !== undefined) masked.mediaType = attached;
  if (part.filename !== undefined) masked.filename = attached;
  return masked;
}
