import { sizeOf } from "../../core/base/json.ts";
import { partOf } from "../../core/base/text.ts";

/** A text, or a part of it. */
interface TextPart {
  readonly text: string;
  /** The length of the whole text, for a part. */
  readonly chars?: number;
  /** The offset of the next part. */
  readonly next?: number;
}

/** As much of a text from an offset as fits as JSON; never empty. */
export function textPart(
  whole: string,
  offset: number,
  bytesMax: number,
): TextPart {
  let text = partOf(whole, offset, offset + Math.max(1, Math.floor(bytesMax)));
  for (let bytes = sizeOf(text); bytes > bytesMax; bytes = sizeOf(text)) {
    const chars = Math.floor((text.length * bytesMax) / bytes);
    // Surrogate pairs are never split; what cannot be shorter stays.
    const shorter = partOf(whole, offset, offset + Math.max(1, chars));
    if (shorter.length >= text.length) break;
    text = shorter;
  }
  const next = offset + text.length;
  if (offset === 0 && next >= whole.length) return { text };
  return {
    text,
    chars: whole.length,
    ...(text !== "" && next < whole.length && { next }),
  };
}
