import type { TSchema } from "typebox";
import { Type } from "typebox";
import { ServiceError } from "../core/errors.ts";
import { LIMITS } from "../core/limits.ts";
import type { Operation } from "../core/operation.ts";
import type { JsonObject } from "./body.ts";
import { readObject } from "./body.ts";
import type { Incoming } from "./incoming.ts";
import type { Route } from "./route.ts";
import { inputFieldsOf } from "./route.ts";

/** How a route's input comes together; made once from its row. */
export interface Plan {
  readonly properties: Readonly<Record<string, TSchema>>;
  /** Names that are taken from the query or the body. */
  readonly known: ReadonlySet<string>;
  readonly params: readonly string[];
  readonly hasBody: boolean;
  /** Names in the query that the wire itself reads. */
  readonly ownQuery: readonly string[];
  readonly bytesMax: number;
}

/** An operation's input, and the names that were sent but mean nothing. */
export interface Fields {
  readonly input: Record<string, unknown>;
  readonly ignored: readonly string[];
}

const IDENTIFIER = new RegExp(`^[\\w-]{1,${LIMITS.idCharsMax}}$`);
/** Stands for what cannot be an id, so that it is answered like an absent one. */
const NO_ID = "-";
const NONE: readonly string[] = [];

export function planOf(route: Route): Plan {
  const { method, path, operation, bytesMax } = route;
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { properties } = inputFieldsOf(operation);
  const names = Object.keys(properties);
  return {
    properties,
    known: new Set(names.filter((name) => !params.includes(name))),
    params,
    hasBody: hasBody(method),
    ownQuery: route.csv ? ["strict", "format"] : ["strict"],
    bytesMax: bytesMax ?? bytesMaxOf(operation),
  };
}

/** A body may be larger where it may hold files, as base64 within its JSON. */
function bytesMaxOf({ input }: Operation): number {
  return /"(?:raw|bytes)":/.test(JSON.stringify(input))
    ? LIMITS.fileRequestBytesMax
    : LIMITS.requestBytesMax;
}

/** True for the methods whose input comes as a JSON body. */
export function hasBody(method: Route["method"]): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}

/**
 * Merges path, query and body. A name that the operation does not know is left
 * out and told; with `?strict=1` it is an error (decisions.md L).
 */
export async function fieldsOf(
  plan: Plan,
  incoming: Incoming,
): Promise<Fields> {
  const { query, params } = incoming;
  const fields = plan.hasBody
    ? taken(plan, await readObject(incoming, plan.bytesMax))
    : queryFields(plan, query);
  if (fields.ignored.length > 0 && isStrict(query)) throw unknown(fields);
  for (const name of plan.params) {
    fields.input[name] = readParam(name, params[name] ?? NO_ID);
  }
  return fields;
}

/** An id of the path, or a text such as an address. */
function readParam(name: string, text: string): string {
  if (name.endsWith("Id")) return IDENTIFIER.test(text) ? text : NO_ID;
  refuseUnsound(name, text);
  return text;
}

function queryFields(plan: Plan, query: Incoming["query"]): Fields {
  if (isEmpty(query)) return { input: {}, ignored: NONE };
  const { input, ignored } = taken(plan, query);
  for (const name in input) {
    const text = query[name] ?? "";
    refuseUnsound(name, text);
    input[name] = readText(text, plan.properties[name]);
  }
  return { input, ignored };
}

/**
 * Text such as limit=5 or includeAudit=1, as the schema wants it. What does not
 * read as that stays text, for the check to refuse (TypeBox would cut 1.5 to 1).
 */
function readText(text: string, schema: TSchema | undefined): unknown {
  if (Type.IsInteger(schema)) return INTEGER.test(text) ? Number(text) : text;
  return Type.IsBoolean(schema) ? (BOOLEANS.get(text) ?? text) : text;
}

const INTEGER = /^-?\d{1,15}$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);

function isEmpty(query: Incoming["query"]): boolean {
  for (const _ in query) return false;
  return true;
}

function taken(plan: Plan, given: JsonObject): Fields {
  const { known, hasBody, ownQuery } = plan;
  const input: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const name of Object.keys(given)) {
    if (known.has(name)) input[name] = given[name];
    else if (hasBody || !ownQuery.includes(name)) ignored.push(name);
  }
  return { input, ignored };
}

function isStrict({ strict }: Incoming["query"]): boolean {
  return strict === "1" || strict === "true";
}

/** What parseJson refuses in a body: it can neither be stored nor hashed. */
function refuseUnsound(name: string, text: string): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  throw new ServiceError("invalid_input", {
    detail: `Cannot read the query: ${name} holds a NUL or half a surrogate pair.`,
    errors: [{ pointer: `/${name}`, code: "text", detail: "is not text" }],
  });
}

function unknown({ ignored }: Fields): ServiceError {
  return new ServiceError("invalid_input", {
    detail: `Cannot use what was sent: ${shownNames(ignored)} is not known here.`,
    errors: ignored.slice(0, NAMES_SHOWN_MAX).map((name) => ({
      pointer: `/${shownName(name)}`,
      code: "unknown_field",
      detail: "this field is not known here",
    })),
  });
}

const NAMES_SHOWN_MAX = 10;

/** Names from outside, safe in a header and bounded. */
export function shownNames(names: readonly string[]): string {
  const first = names.slice(0, NAMES_SHOWN_MAX).map(shownName).join(", ");
  return names.length > NAMES_SHOWN_MAX ? `${first}, ...` : first;
}

function shownName(name: string): string {
  return name.slice(0, LIMITS.idCharsMax).replace(/[^\w.-]/g, "?");
}
