import type { TSchema } from "typebox";
import { Type } from "typebox";
import type { Operation } from "../core/access/operation.ts";
import { LIMITS } from "../core/base/limits.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Spelling } from "./names.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** How a tool differs from its operation; most do not. */
interface Mapping {
  /** Fields that are taken but not listed. */
  readonly unlisted?: readonly string[];
  /** Fields that only the tool has, or words differently. */
  readonly fields?: Readonly<Record<string, TSchema>>;
  /** What a tool requires, where that is more or less than its operation does. */
  readonly required?: readonly string[];
  /** What a call that does not say means. */
  readonly defaults?: JsonObject;
  /** More than this is not read at once: it would not fit a result. */
  readonly limitMax?: number;
}

const MAPPINGS: Readonly<Record<string, Mapping>> = {
  create_conversation: {
    unlisted: ["submit", "text"],
    required: ["title", "to", "parts"],
    defaults: { submit: true },
  },
  send_message: {
    unlisted: ["text"],
    fields: {
      taskId: Type.String({
        description: "Older name of conversationId; one of the two is needed.",
        maxLength: LIMITS.idCharsMax,
      }),
    },
    required: ["parts"],
  },
  get_conversation: { defaults: { limit: LIMITS.toolMessagesDefault } },
  list_conversations: {
    fields: {
      limit: Type.Integer({
        description: `At most this many; ${LIMITS.toolPageDefault} if absent.`,
        minimum: 1,
        maximum: LIMITS.pageMax,
      }),
    },
    unlisted: ["fields"],
    defaults: { limit: LIMITS.toolPageDefault, fields: "summary" },
  },
  list_payments: {
    fields: {
      limit: Type.Integer({
        description: `At most ${LIMITS.toolStatementMax}; ${LIMITS.toolPageDefault} if absent.`,
        minimum: 1,
        maximum: LIMITS.toolStatementMax,
      }),
    },
    defaults: { limit: LIMITS.toolPageDefault },
    limitMax: LIMITS.toolStatementMax,
  },
  record_hil_decision: {
    required: ["conversationId", "checkpointId", "decision", "comment"],
  },
};

/** The JSON Schema of an object, as TypeBox makes it. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** A tool's input as it is listed: the operation's own, but for its mapping. */
export function inputSchemaOf({ name, input }: Operation): ObjectSchema {
  const own = objectSchema(name, input);
  const mapping = MAPPINGS[name];
  if (!mapping) return own;
  const { unlisted = [], fields = {}, required = own.required ?? [] } = mapping;
  const properties = Object.entries({ ...own.properties, ...fields });
  return {
    ...own,
    required,
    properties: Object.fromEntries(
      properties.filter(([field]) => !unlisted.includes(field)),
    ),
  };
}

/** @throws if a tool would take or give anything but an object */
export function objectSchema(name: string, schema: unknown): ObjectSchema {
  if (!isObjectSchema(schema)) {
    throw new TypeError(`The tool ${name} takes and gives objects`);
  }
  return schema;
}

function isObjectSchema(schema: unknown): schema is ObjectSchema {
  return (
    typeof schema === "object" &&
    schema !== null &&
    "type" in schema &&
    schema.type === "object" &&
    "properties" in schema
  );
}

/**
 * Makes a tool's arguments the operation's input.
 * @throws invalid_input if conversationId and taskId differ
 */
export function readArguments(
  { operation: { name }, saysTask }: Spelling,
  given: JsonObject,
): JsonObject {
  const takesTaskId = saysTask || name === "send_message";
  const named = takesTaskId ? withoutTaskId(given) : given;
  const { defaults, limitMax } = MAPPINGS[name] ?? {};
  return clamped({ ...defaults, ...named }, limitMax);
}

function clamped(input: JsonObject, limitMax: number | undefined): JsonObject {
  const { limit } = input;
  const isTooMany = typeof limit === "number" && limit > (limitMax ?? limit);
  return isTooMany ? { ...input, limit: limitMax } : input;
}

function withoutTaskId(given: JsonObject): JsonObject {
  if (given.taskId === undefined) return given;
  const { taskId, ...rest } = given;
  const { conversationId = taskId } = rest;
  if (conversationId === taskId) return { ...rest, conversationId };
  throw new ServiceError("invalid_input", {
    detail: "Cannot tell which conversation: conversationId and taskId differ.",
    errors: [
      {
        pointer: "/taskId",
        code: "conflict",
        detail: "is the older name of conversationId; send one of them",
      },
    ],
  });
}
