import type { Proto } from "../../packages/standards/src/proto/message.ts";
import { fault } from "../../packages/standards/src/proto/message.ts";
import {
  readTexts,
  readWithin,
} from "../../packages/standards/src/proto/read_fields.ts";
import type { A2aFields, Struct } from "../core/base/a2a_fields.ts";
import { a2aBytes } from "../core/base/a2a_fields.ts";
import { LIMITS } from "../core/base/limits.ts";

/** The metadata member reserved for the service. */
const RESERVED = "svc";

/**
 * The fields stored with a message besides its content (A2A 4.1.4, 4.1.6).
 * `metadata.svc` is read elsewhere and not stored: in an answer only the
 * service writes it.
 */
export function readA2aFields(
  message: Proto,
  messageId: string,
  partMetadata: readonly (Struct | null)[],
): A2aFields {
  const list = { max: LIMITS.a2aListMax };
  const metadata = withoutReserved(readStruct(message));
  const extensions = readTexts(message, "extensions", {
    ...list,
    charsMax: LIMITS.uriCharsMax,
  });
  const referenceTaskIds = readTexts(message, "referenceTaskIds", {
    ...list,
    charsMax: LIMITS.a2aIdCharsMax,
  });
  if (messageId.length > LIMITS.a2aIdCharsMax) {
    const most = `${LIMITS.a2aIdCharsMax} characters`;
    fault(message, "messageId", `messageId must be at most ${most}`);
  }
  const fields = {
    messageId,
    ...(metadata && { metadata }),
    ...(extensions.length > 0 && { extensions }),
    ...(referenceTaskIds.length > 0 && { referenceTaskIds }),
    ...(partMetadata.some((it) => it !== null) && { partMetadata }),
  };
  if (message.faults.length === 0 && a2aBytes(fields) > BYTES_MAX) {
    fault(message, "metadata", `${TOGETHER} must be at most ${BYTES}`);
  }
  return fields;
}

const BYTES_MAX = LIMITS.a2aFieldsBytesMax;
const BYTES = `${BYTES_MAX} bytes as JSON`;
const TOGETHER =
  "metadata, extensions and referenceTaskIds of a message and metadata of its parts together";

/** The metadata of a part; it may not contain the service's member. */
export function readPartMetadata(part: Proto): Struct | undefined {
  const metadata = readStruct(part);
  if (!metadata || !Object.hasOwn(metadata, RESERVED)) return metadata;
  return fault(
    part,
    `metadata/${RESERVED}`,
    `${RESERVED} is reserved for the service: leave it out of a part`,
  );
}

/** An empty one counts as none. */
function readStruct(wire: Proto): Struct | undefined {
  const found = readWithin(wire, "metadata");
  if (!found) return undefined;
  const wrong = wrongIn(found.members, 1, { bytes: 0 });
  if (wrong !== undefined) return fault(wire, "metadata", wrong);
  return Object.keys(found.members).length > 0 ? found.members : undefined;
}

function withoutReserved(metadata: Struct | undefined): Struct | undefined {
  if (!metadata || !Object.hasOwn(metadata, RESERVED)) return metadata;
  const { [RESERVED]: _read, ...kept } = metadata;
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Counted while walking, so a large value costs no more than the limit. */
interface Counted {
  bytes: number;
}

/** The problem of a value within metadata, if any. */
function wrongIn(
  value: unknown,
  depth: number,
  counted: Counted,
): string | undefined {
  counted.bytes += typeof value === "string" ? value.length : 1;
  if (counted.bytes > BYTES_MAX) return `metadata must be at most ${BYTES}`;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > LIMITS.a2aMetadataDepthMax) {
    return `metadata must be nested at most ${LIMITS.a2aMetadataDepthMax} levels deep`;
  }
  for (const [name, inner] of Object.entries(value)) {
    // Readers that copy it member by member would change all their objects.
    if (name === "__proto__") return "metadata must not have a name __proto__";
    if (!Array.isArray(value)) counted.bytes += name.length;
    const wrong = wrongIn(inner, depth + 1, counted);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
