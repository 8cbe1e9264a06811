import { sizeOf } from "../../core/base/json.ts";
import { partOf } from "../../core/base/text.ts";

/** A text, or the part of it that is shown. */
interface TextPart {
  readonly text: string;
  /** Of a part: how long the whole is. */
  readonly chars?: number;
  /** Where to go on. */
  readonly next?: number;
}

/** As much of a text from an offset on as fits as JSON, always some of it. */
export function textPart(
  whole: string,
  offset: number,
  bytesMax: number,
): TextPart {
  let text = partOf(whole, offset, offset + Math.max(1, Math.floor(bytesMax)));
  for (let bytes = sizeOf(text); bytes > bytesMax; bytes = sizeOf(text)) {
    const chars = Math.floor((text.length * bytesMax) / bytes);
    // A pair of surrogates is never halved: what cannot get shorter stays.
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
