import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Row } from "../../../../../packages/verify/src/rows.ts";
import {
  asRow,
  memberText,
  numberIn,
  objectIn,
  textsIn,
} from "../../../../../packages/verify/src/rows.ts";
import { CONTACT_TYPES } from "../../../addresses/contact_types.ts";
import { LIMITS } from "../../../base/limits.ts";
import { firstChars } from "../../../base/text.ts";
import { parseTime } from "../../../base/time.ts";
import { PAYMENT_STATUSES, RELEASES } from "../../../payments/model.ts";
import { ROLES } from "../../model/model.ts";
import { STATES } from "../../model/states.ts";
import type { SaidPart } from "./said.ts";
import {
  ForeignId,
  MEDIA_TYPE,
  SaidConversation,
  SaidMessage,
} from "./said.ts";

/**
 * A line of an archive as it is kept: cut to length, without unknown fields. Undefined if it
 * names no conversation. Pure.
 */
export function readImportedConversation(
  row: Row,
): SaidConversation | undefined {
  const payment = objectIn(row, "payment");
  const from = objectIn(row, "from");
  const createdAt = momentIn(row, "createdAt", 0);
  return fitting(SaidConversation, {
    conversationId: memberText(row, "conversationId"),
    title: clipped(row, "title", LIMITS.titleCharsMax),
    state: oneOf(STATES, row.state, "completed"),
    stateReason: clipped(row, "stateReason", LIMITS.reasonCharsMax) || null,
    stateAt: momentIn(row, "stateAt", createdAt),
    createdAt,
    updatedAt: momentIn(row, "updatedAt", createdAt),
    participants: rowsOf(row.participants, LIMITS.importParticipantsMax).map(
      (it) => ({
        ...namedIn(it),
        role: oneOf(ROLES, it.role, "to"),
        kind: kindOf(it),
      }),
    ),
    from: {
      address: clipped(from, "address", LIMITS.addressCharsMax),
      name: clipped(from, "name", LIMITS.nameCharsMax),
    },
    contactType: oneOf(CONTACT_TYPES, row.contactType, "everyone"),
    release: oneOf(RELEASES, row.release, "accepted"),
    price: priceOf(objectIn(payment, "price")),
    payment: oneOf(["none", ...PAYMENT_STATUSES], payment.status, "none"),
    artifacts: rowsOf(row.artifacts, LIMITS.importFilesMax).flatMap(fileOf),
  });
}

/** The same for a message. */
export function readImportedMessage(row: Row): SaidMessage | undefined {
  const author = objectIn(row, "author");
  const inReplyTo = memberText(row, "inReplyTo");
  return fitting(SaidMessage, {
    conversationId: memberText(row, "conversationId"),
    messageId: memberText(row, "messageId"),
    author: { ...namedIn(author), kind: kindOf(author) },
    mode: oneOf(["initial", "reply", "reply-all"], row.mode, "reply"),
    ...(Value.Check(ForeignId, inReplyTo) && { inReplyTo }),
    parts: partsOf(row),
    artifactIds: textsIn(row, "artifactIds")
      .filter((it) => Value.Check(ForeignId, it))
      .slice(0, LIMITS.importFilesMax),
    createdAt: momentIn(row, "createdAt", 0),
  });
}

/** True for a possible file name of an archive: it is never used as a path. */
export function isForeignId(text: string): boolean {
  return Value.Check(ForeignId, text);
}

function fitting<T extends TSchema>(
  schema: T,
  value: unknown,
): Static<T> | undefined {
  return Value.Check(schema, value) ? value : undefined;
}

function partsOf(row: Row): SaidPart[] {
  const parts = rowsOf(row.parts, LIMITS.partsMax).map(partOf);
  const isSame = JSON.stringify(parts).length <= LIMITS.textCharsMax * 4;
  if (parts.length > 0 && isSame) return parts;
  return [{ text: clipped(row, "text", LIMITS.textCharsMax) }];
}

function partOf(row: Row): SaidPart {
  const textAs = (name: string, most: number) =>
    typeof row[name] === "string" && { [name]: clipped(row, name, most) };
  return {
    ...textAs("text", LIMITS.textCharsMax),
    ...textAs("url", LIMITS.uriCharsMax),
    ...textAs("mediaType", LIMITS.artifactNameCharsMax),
    ...textAs("filename", LIMITS.artifactNameCharsMax),
    ...(row.data !== undefined && { data: row.data }),
  };
}

function fileOf(row: Row) {
  const mimeType = memberText(row, "mimeType");
  const artifactId = memberText(row, "artifactId");
  const sha256 = memberText(row, "sha256");
  const isHosted = typeof row.uri === "string";
  const isWhole = isHosted || /^[0-9a-f]{64}$/.test(sha256);
  if (!isForeignId(artifactId) || !isWhole) return [];
  return [
    {
      artifactId,
      name: clipped(row, "name", LIMITS.artifactNameCharsMax) || artifactId,
      mimeType: new RegExp(MEDIA_TYPE).test(mimeType)
        ? mimeType
        : "application/octet-stream",
      ...(isHosted
        ? { uri: clipped(row, "uri", LIMITS.uriCharsMax) }
        : { size: Math.max(0, numberIn(row, "size")), sha256 }),
      addedBy: clipped(row, "addedBy", LIMITS.addressCharsMax),
      createdAt: momentIn(row, "createdAt", 0),
    },
  ];
}

function namedIn(row: Row) {
  return {
    address: clipped(row, "address", LIMITS.addressCharsMax),
    displayName: clipped(row, "displayName", LIMITS.nameCharsMax),
  };
}

/** The kind of a participant of another service; never one of our services. */
function kindOf(row: Row) {
  return oneOf(["person", "agent", "email"], row.kind, "person");
}

/** The text as the database can store it: without NUL and half surrogate pairs. */
function clipped(row: Row, name: string, most: number): string {
  const text = memberText(row, name).slice(0, 2 * most);
  const clean = text.replaceAll("\0", " ").toWellFormed();
  // A character may be two of a string, whose length is what counts.
  return firstChars(clean, most).slice(0, most).toWellFormed();
}

function oneOf<T extends string>(
  known: readonly T[],
  value: unknown,
  otherwise: T,
): T {
  return known.find((it) => it === value) ?? otherwise;
}

function rowsOf(value: unknown, most: number): readonly Row[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, most)
    .map((it: unknown) => asRow(it))
    .filter((it) => it !== undefined);
}

function momentIn(row: Row, name: string, otherwise: number): number {
  const at = parseTime(memberText(row, name));
  return Number.isFinite(at) && at >= 0 ? at : otherwise;
}

function priceOf(price: Row): number {
  const text = memberText(price, "amountAtomic");
  const amount = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return amount <= LIMITS.priceMax ? amount : 0;
}
