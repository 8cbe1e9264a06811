import type { TSchema } from "typebox";
import { Type } from "typebox";
import type { BodyPass } from "../core/access/bodies.ts";
import type { Operation } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told, toldWithin } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import {
  shownName,
  unknownFieldErrors,
  unknownFields,
} from "../core/errors/unknown_fields.ts";
import { READER } from "../core/federation/foreign_caller.ts";
import { readObject } from "./body.ts";
import type { Incoming } from "./incoming.ts";
import type { Route } from "./route.ts";
import { inputFieldsOf } from "./route.ts";

/** How a route's input is assembled; made once from its row. */
export interface Plan {
  /** The operation's title, for use within a sentence. */
  readonly what: Sentence;
  readonly properties: Readonly<Record<string, TSchema>>;
  /** Names taken from the query or the body. */
  readonly known: ReadonlySet<string>;
  /** Names that a PUT sends back as it read them, and that it cannot change. */
  readonly readOnly: ReadonlySet<string>;
  readonly params: readonly string[];
  readonly hasBody: boolean;
  readonly needsBody: boolean;
  /** Names in the query that REST itself reads. */
  readonly ownQuery: readonly string[];
  readonly bytesMax: number;
}

/** An operation's input, and unknown names that were sent. */
export interface Fields {
  readonly input: Record<string, unknown>;
  readonly ignored: readonly string[];
}

const IDENTIFIER = new RegExp(`^[\\w-]{1,${LIMITS.idCharsMax}}$`);
/** Replaces an invalid id, so that it is answered like an unknown one. */
const NO_ID = "-";
const NONE: readonly string[] = [];

export function planOf(route: Route): Plan {
  const { method, path, operation, bytesMax, needsBody = false } = route;
  const reader = route.isForServices ? [READER] : [];
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { properties } = inputFieldsOf(operation);
  const names = Object.keys(properties);
  return {
    what: toldWithin(operation.title),
    properties,
    known: new Set(names.filter((name) => !params.includes(name))),
    readOnly: new Set(method === "PUT" ? outputNames(operation) : NONE),
    params,
    hasBody: hasBody(method),
    needsBody,
    ownQuery: ["strict", ...(route.csv ? ["format"] : []), ...reader],
    bytesMax: bytesMax ?? bytesMaxOf(operation),
  };
}

/** A body may be larger if it may contain files, as base64 in its JSON. */
function bytesMaxOf({ input }: Operation): number {
  return /"(?:raw|bytes)":/.test(JSON.stringify(input))
    ? LIMITS.fileRequestBytesMax
    : LIMITS.requestBytesMax;
}

function outputNames({ output }: Route["operation"]): readonly string[] {
  return Type.IsObject(output) ? Object.keys(output.properties) : NONE;
}

/** True for the methods whose input is a JSON body. */
export function hasBody(method: Route["method"]): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}

/**
 * Merges path, query and body.
 * @throws unknown_field for a name that the operation does not have; with `?strict=0` it is
 * ignored and reported.
 */
export async function fieldsOf(
  plan: Plan,
  incoming: Incoming,
  pass: BodyPass | undefined,
): Promise<Fields> {
  const { query, params } = incoming;
  refuseRepeated(incoming);
  const { input, unknown } = pass
    ? taken(plan, await bodyOf(plan, incoming, pass))
    : queryFields(plan, query);
  const stray = plan.hasBody ? strayQuery(plan.ownQuery, query) : NONE;
  if (!isLenient(query)) refuseUnknown(plan, unknown, stray);
  for (const name of plan.params) {
    input[name] = readParam(name, params[name] ?? NO_ID);
  }
  return { input, ignored: [...unknown, ...stray] };
}

/** @throws invalid_input without a body, where one is needed */
async function bodyOf(
  { needsBody, bytesMax }: Plan,
  incoming: Incoming,
  pass: BodyPass,
): Promise<JsonObject> {
  const body = await readObject(incoming, { bytesMax, pass });
  if (body || !needsBody) return body ?? {};
  throw new ServiceError("invalid_input", {
    detail: told`Cannot read the body: it is missing.`,
    errors: [{ pointer: "", code: "required", detail: told`is required` }],
  });
}

/**
 * Refuses a query with two values for a name: neither is certainly the one meant.
 * @throws invalid_input
 */
function refuseRepeated({ request: { url } }: Incoming): void {
  const start = url.indexOf("?");
  if (start < 0 || !url.includes("&", start)) return;
  const seen = new Set<string>();
  for (const [name] of new URLSearchParams(url.slice(start))) {
    if (!seen.has(name)) {
      seen.add(name);
      continue;
    }
    throw new ServiceError("invalid_input", {
      detail: told`Cannot read the query: ${shownName(name)} is given twice.`,
      errors: [
        {
          pointer: `/${shownName(name)}`,
          code: "repeated",
          detail: told`is given twice`,
        },
      ],
    });
  }
}

/** Names in the query that no input has, which would have no effect. */
function strayQuery(
  known: readonly string[],
  query: Incoming["query"],
): readonly string[] {
  return isEmpty(query)
    ? NONE
    : Object.keys(query).filter((name) => !known.includes(name));
}

/** @throws unknown_field for what the query of an event stream does not have */
export function refuseStrayQuery(
  what: Sentence,
  names: readonly string[],
  incoming: Incoming,
): void {
  const { query } = incoming;
  refuseRepeated(incoming);
  if (isLenient(query)) return;
  const known = [...names, "strict"];
  const stray = strayQuery(known, query);
  if (stray.length === 0) return;
  throw unknownFields(what, unknownFieldErrors({ names: stray, known }));
}

function refuseUnknown(
  { what, known, readOnly, hasBody, ownQuery }: Plan,
  unknown: readonly string[],
  stray: readonly string[],
): void {
  const names = unknown.filter((name) => !readOnly.has(name));
  if (names.length === 0 && stray.length === 0) return;
  const all = hasBody ? known : [...known, ...ownQuery];
  throw unknownFields(what, [
    ...unknownFieldErrors({ names, known: all }),
    ...unknownFieldErrors({ names: stray, known: ownQuery }),
  ]);
}

/**
 * A part of the path: an id, or a text such as an address. An invalid id stands for an
 * unknown one.
 */
export function readParam(name: string, text: string): string {
  if (name.endsWith("Id")) return IDENTIFIER.test(text) ? text : NO_ID;
  refuseUnsound(name, text);
  return text;
}

function queryFields(plan: Plan, query: Incoming["query"]): Taken {
  if (isEmpty(query)) return { input: {}, unknown: NONE };
  const { input, unknown } = taken(plan, query);
  for (const name in input) {
    const text = query[name] ?? "";
    refuseUnsound(name, text);
    input[name] = readText(text, plan.properties[name]);
  }
  return { input, unknown };
}

/**
 * Converts text such as limit=5 or includeAudit=1 to the schema's type. Other text stays
 * text, which the check refuses (TypeBox would cut 1.5 to 1).
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

/** The known members of what was sent, and the names of the others. */
interface Taken {
  readonly input: Record<string, unknown>;
  readonly unknown: readonly string[];
}

function taken(plan: Plan, given: JsonObject): Taken {
  const { known, hasBody, ownQuery } = plan;
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const name of Object.keys(given)) {
    if (known.has(name)) input[name] = given[name];
    else if (hasBody || !ownQuery.includes(name)) unknown.push(name);
  }
  return { input, unknown };
}

/** `?strict=0` is for clients from when unknown names were ignored. */
function isLenient({ strict }: Incoming["query"]): boolean {
  return strict === "0" || strict === "false";
}

/** Refuses text that parseJson refuses in a body: it can neither be stored nor hashed. */
function refuseUnsound(name: string, text: string): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot read the query: ${name} contains a NUL or half a surrogate pair.`,
    errors: [
      { pointer: `/${name}`, code: "text", detail: told`is not valid text` },
    ],
  });
}

/** Names from outside, limited and safe for a header. */
export function shownNames(names: readonly string[]): string {
  const max = LIMITS.unknownNamesTold;
  const first = names.slice(0, max).map(shownName).join(", ");
  return names.length > max ? `${first}, ...` : first;
}
