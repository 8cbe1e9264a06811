import type { TSchema } from "typebox";
import type { Operation } from "../core/access/operation.ts";
import { REPORT_REASONS } from "../core/addresses/reports.ts";
import { OFFER_FIELDS } from "../core/agents/offers/offer.ts";
import type { JsonObject } from "../core/base/json.ts";
import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import { DEADLINE_FIELDS } from "../core/conversations/model/inputs.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { withoutMark } from "./fence.ts";
import type { PartAsked } from "./results/part_asked.ts";
import { partAskedIn } from "./results/part_asked.ts";
import { shownTerm, TOLD } from "./terms.ts";

/** How a tool differs from its operation; most do not. */
interface Mapping {
  /** Fields that are accepted but not listed. */
  readonly unlisted?: readonly string[];
  /** Fields that only the tool has. */
  readonly fields?: readonly string[];
  /** The fields a tool requires, if they differ from its operation's. */
  readonly required?: readonly string[];
  /** Fields of another operation of the tool, and what must be given with them. */
  readonly goesWith?: Readonly<Record<string, string>>;
  /** Default values of fields. */
  readonly defaults?: JsonObject;
  /** The most that is read at once: more would not fit a result. */
  readonly limitMax?: number;
}

/** Fields of a draft that are seldom changed, and therefore not listed. */
const COMPOSED_SELDOM = [
  "fromAddress",
  "fromName",
  "firstUse",
  "quoteId",
  "contextId",
  "bcc",
  "version",
  "milestones",
  "arbiter",
  ...Object.keys(DEADLINE_FIELDS),
];

/** Fields of an offer, which a tool takes in one. */
const OFFERED = ["offerId", ...Object.keys(OFFER_FIELDS)];

const MAPPINGS: Readonly<Record<string, Mapping>> = {
  create_conversation: {
    unlisted: ["submit"],
    fields: ["draft"],
    required: ["title", "to"],
    defaults: { submit: true },
  },
  send_message: { fields: ["taskId"], required: [] },
  add_artifact: { fields: ["text"] },
  get_conversation: {
    fields: ["detail", "offset", "checkpointId"],
    unlisted: ["limit"],
  },
  list_conversations: {
    unlisted: ["fields", "contextId"],
    defaults: { limit: LIMITS.toolPageDefault, fields: "summary" },
  },
  list_payments: {
    defaults: { limit: LIMITS.toolPageDefault },
    limitMax: LIMITS.toolStatementMax,
  },
  refund_payment: { goesWith: { reason: "ask" } },
  put_offer: { unlisted: OFFERED, fields: ["offer"], required: [] },
  delete_offer: { unlisted: OFFERED, required: [] },
  open_dispute: { unlisted: ["reason"], fields: ["dispute"] },
  report_contact: { unlisted: ["reason"], fields: ["report"] },
  schedule_draft: { unlisted: ["inSeconds"] },
  update_conversation: { unlisted: COMPOSED_SELDOM },
  preview_conversation: { unlisted: COMPOSED_SELDOM },
};

/** The JSON Schema of an object, as TypeBox makes it. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** A tool's input as listed: the operation's own, changed by its mapping. */
export function inputSchemaOf({ name, input, kind }: Operation): ObjectSchema {
  const own = objectSchema(name, input);
  const { unlisted = [], fields = [], required } = MAPPINGS[name] ?? {};
  const properties = [
    ...Object.entries(own.properties).filter(([it]) => !unlisted.includes(it)),
    ...fields.map((it) => [it, {}] as const),
    ...(kind === "command" ? [["idempotencyKey", {}] as const] : []),
  ].map(([field, schema]) => [
    field,
    shownTerm(field, schema) ?? withoutBounds(schema),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: required ?? own.required ?? [],
  };
}

const BOUNDS: readonly string[] = [
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "minimum",
  "maximum",
  "additionalProperties",
];

/** Leaves out limits: the operation checks them, and names them if exceeded. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema)
    .filter(([name]) => !BOUNDS.includes(name))
    .map(([name, it]) => [name, withoutBounds(it)]);
  return Object.fromEntries(members);
}

/** The description of a tool for a model. */
export function descriptionOf({ name, description }: Operation): string {
  return TOLD[name] ?? description ?? "";
}

/** @throws if a tool would take or return anything but an object */
export function objectSchema(name: string, schema: unknown): ObjectSchema {
  if (!isObjectSchema(schema)) {
    throw new TypeError(`The tool ${name} takes and gives objects`);
  }
  return schema;
}

function isObjectSchema(schema: unknown): schema is ObjectSchema {
  return isObject(schema) && schema.type === "object" && "properties" in schema;
}

/** A tool's arguments, separated. */
export interface ReadArguments {
  /** The input of the operation. */
  readonly input: JsonObject;
  /** True if the whole record is requested. */
  readonly isFull: boolean;
  readonly idempotencyKey: unknown;
  /** The requested part of one long text. */
  readonly part?: PartAsked | undefined;
}

/**
 * Converts a tool's arguments to the operation's input and the tool's own options.
 * @throws invalid_input if two names of one thing differ, detail is unknown, or a field lacks
 * another that must be given with it
 */
export function readArguments(
  { name, input }: Operation,
  given: JsonObject,
): ReadArguments {
  const { properties } = objectSchema(name, input);
  const { detail, idempotencyKey } = given;
  const own = withoutMarks(withoutToolsOwn(given));
  if (detail !== undefined && detail !== "full" && detail !== "short") {
    throw invalid("/detail", 'is "full", or left out for the short form');
  }
  const { defaults, limitMax, goesWith = {} } = MAPPINGS[name] ?? {};
  for (const [field, other] of Object.entries(goesWith)) {
    if (field in own) throw invalid(`/${field}`, `goes with ${other}: true`);
  }
  let read = defaults ? { ...defaults, ...own } : own;
  if ("conversationId" in properties) read = withoutTaskId(read);
  if ("submit" in properties) read = withoutDraft(read, own);
  if ("parts" in properties) read = withPlainParts(read);
  if (name === "add_artifact") read = withBytes(read);
  if (Array.isArray(read.artifacts)) {
    read = { ...read, artifacts: read.artifacts.map(withBytes) };
  }
  if ("report" in own && "reason" in properties) read = withReason(read);
  if (isYes(read.includeAudit)) read = { ...read, includeAudit: true };
  const { input: whole, part } =
    name === "get_conversation" ? partAskedIn(read, invalid) : { input: read };
  return {
    input: clamped(whole, limitMax),
    part,
    isFull: detail === "full",
    idempotencyKey,
  };
}

/** Few calls have them, and a copy would be much of the cost of reading one. */
function withoutToolsOwn(given: JsonObject): JsonObject {
  if (!("detail" in given || "idempotencyKey" in given)) return given;
  const { detail: _form, idempotencyKey: _key, ...own } = given;
  return own;
}

/** Removes the marks from values that are sent back as an answer showed them. */
function withoutMarks(given: JsonObject): JsonObject {
  const isMarked = (it: unknown) =>
    typeof it === "string" && withoutMark(it) !== it;
  const isAny = Object.values(given).some((it) => [it].flat().some(isMarked));
  if (!isAny) return given;
  const unmarked = (it: unknown) =>
    typeof it === "string" ? withoutMark(it) : it;
  // A message is sent unchanged.
  const entries = Object.entries(given).map(([name, it]) => {
    if (name === "text") return [name, it];
    return [name, Array.isArray(it) ? it.map(unmarked) : unmarked(it)];
  });
  return Object.fromEntries(entries);
}

function clamped(input: JsonObject, limitMax: number | undefined): JsonObject {
  const { limit } = input;
  const isTooMany = typeof limit === "number" && limit > (limitMax ?? limit);
  return isTooMany ? { ...input, limit: limitMax } : input;
}

/** True for each spelling of the interface's 1. */
function isYes(value: unknown): boolean {
  return value === 1 || value === "1" || value === "true";
}

function withoutTaskId(given: JsonObject): JsonObject {
  if (given.taskId === undefined) return given;
  const { taskId, ...rest } = given;
  const { conversationId = taskId } = rest;
  if (conversationId === taskId) return { ...rest, conversationId };
  throw invalid(
    "/taskId",
    "is the older name of conversationId; send one of them",
  );
}

/** Renames the tool's `report` to the operation's `reason`. */
function withReason({ report, ...rest }: JsonObject): JsonObject {
  if (REPORT_REASONS.some((it) => it === report)) {
    return { reason: report, ...rest };
  }
  throw invalid("/report", `is one of ${REPORT_REASONS.join(", ")}`);
}

/** A draft is a conversation that is not submitted. */
function withoutDraft(read: JsonObject, own: JsonObject): JsonObject {
  const { draft, ...rest } = read;
  if (draft === undefined) return rest;
  if (typeof draft !== "boolean") throw invalid("/draft", "is true or false");
  const { submit = !draft } = own;
  if (submit === !draft) return { ...rest, submit };
  throw invalid("/draft", "says the opposite of submit; send one of them");
}

/** Parts as other interfaces write them, with the text beside them. */
function withPlainParts(read: JsonObject): JsonObject {
  const { parts, text } = read;
  if (!Array.isArray(parts)) return read;
  const plain = parts.map(withoutType);
  const isBeside =
    typeof text === "string" &&
    plain.every((it) => typeof it === "object" && it && !("text" in it));
  if (!isBeside) return { ...read, parts: plain };
  const { text: _text, ...rest } = read;
  return { ...rest, parts: [{ text }, ...plain] };
}

/** A file that is given as its text. */
function withBytes<T>(file: T): T {
  if (typeof file !== "object" || file === null) return file;
  if (!("text" in file) || typeof file.text !== "string") return file;
  if ("bytes" in file || "uri" in file) {
    throw invalid("/text", "is the file itself; send no bytes and no uri then");
  }
  const { text, ...others } = file;
  return { ...others, bytes: Buffer.from(text).toBase64() } as T;
}

const PART_TYPES: readonly unknown[] = ["text", "data", "file", "url"];

function withoutType(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (!("type" in part) || !PART_TYPES.includes(part.type)) return part;
  const { type: _type, ...plain } = part;
  return plain;
}

function invalid(pointer: string, why: string): ServiceError {
  const detail = toldAsIs(
    `Cannot read the arguments: ${pointer.slice(1)} ${why}.`,
  );
  return new ServiceError("invalid_input", {
    detail,
    errors: [{ pointer, code: "invalid", detail: toldAsIs(why) }],
  });
}
