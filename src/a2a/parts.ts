import type { Proto } from "../../packages/standards/src/proto/message.ts";
import {
  fault,
  faultMissing,
  isPresent,
  member,
} from "../../packages/standards/src/proto/message.ts";
import {
  readBytes,
  readMessages,
  readString,
  readText,
} from "../../packages/standards/src/proto/read_fields.ts";
import { isInputMode } from "../core/agents/card.ts";
import type { Struct } from "../core/base/a2a_fields.ts";
import { LIMITS } from "../core/base/limits.ts";
import { phrase } from "../core/base/words/say.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { readPartMetadata } from "./message_fields.ts";

/** A part for the core, which checks its content. */
export type A2aPart = Readonly<Record<string, unknown>>;

const CONTENTS = "text, raw, url or data";

/** The parts of a message, and the fields besides their content. */
export interface ReadParts {
  readonly parts: readonly A2aPart[];
  readonly metadata: readonly (Struct | null)[];
}

/** The parts of a message, one to one in the core's form (A2A 4.1.6). */
export function readPartsOf(message: Proto): ReadParts {
  const parts = readMessages(message, "parts", LIMITS.partsMax);
  if (parts.length === 0) faultMissing(message, "parts");
  return {
    parts: parts.map(readPart),
    metadata: parts.map((it) => readPartMetadata(it) ?? null),
  };
}

function readPart(part: Proto): A2aPart {
  const before = part.faults.length;
  const content = contentOf(part);
  const count = Object.keys(content).length;
  if (count !== 1 && part.faults.length === before) {
    fault(part, "", `a part must hold exactly one of ${CONTENTS}`);
  }
  const mediaType = readText(part, "mediaType");
  const filename = readText(part, "filename");
  return {
    ...content,
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
  };
}

function contentOf(part: Proto): A2aPart {
  const text = readString(part, "text");
  const raw = readBytes(part, "raw");
  const url = readString(part, "url");
  const data = member(part, "data");
  const content = {
    ...(text !== undefined && { text }),
    ...(raw !== undefined && { raw }),
    ...(url !== undefined && { url }),
    ...(data !== undefined && { data }),
  };
  // A google.protobuf.Value may be null; next to other content it is unset.
  const isNull = isPresent(part, "data") && Object.keys(content).length === 0;
  return isNull ? { data: null } : content;
}

/**
 * A2A 3.1.1: a media type that the card does not offer is an error.
 * @throws unsupported_media_type
 */
export function checkMediaTypes(parts: readonly A2aPart[]): void {
  for (const [index, { mediaType }] of parts.entries()) {
    if (typeof mediaType !== "string" || isInputMode(mediaType)) continue;
    const shown = JSON.stringify(mediaType.slice(0, 100));
    throw new ServiceError("unsupported_media_type", {
      detail: toldAsIs(
        `Cannot send message.parts[${index}]: its mediaType ${shown} is not among the card's defaultInputModes.`,
      ),
      fix: phrase`Send the part as text/plain, application/json or another of the card's defaultInputModes, or leave its mediaType out.`,
      errors: [
        {
          pointer: `/message/parts/${index}/mediaType`,
          code: "media_type",
          detail: toldAsIs(`message.parts[${index}].mediaType is not accepted`),
        },
      ],
    });
  }
}
