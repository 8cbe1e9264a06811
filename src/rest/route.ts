import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import type { Command, Operation, Query } from "../core/access/operation.ts";
import type { Language } from "../core/base/words/languages.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import type { CsvTable } from "./csv.ts";
import type { Incoming } from "./incoming.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One row of the REST interface: a method, a path and its operation. */
export interface Route extends Extras<TSchema> {
  readonly method: Method;
  /** Names after a colon are in the path, the others in query or body. */
  readonly path: string;
  readonly operation: Operation;
}

/** A refusal, with the headers that its status needs. */
export interface Strict {
  readonly error: ServiceError;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a row beyond the plain mapping. */
export interface Extras<O extends TSchema> {
  /** Success statuses, the usual one first; `[200]` if absent. */
  readonly statuses?: readonly [number, ...number[]];
  /** The status of an output; the first if absent. */
  statusOf?(output: Static<O>): number;
  /** Input fields that come from request headers. */
  input?(headers: Incoming["headers"]): Record<string, unknown>;
  /** Response headers that depend on the output. */
  headers?(output: Static<O>, incoming: Incoming): Record<string, string>;
  /** The ETag; a GET with it in If-None-Match answers 304. */
  etag?(output: Static<O>, language: Language): string;
  /** The whole answer, if it is not JSON. */
  respond?(
    output: Static<O>,
    headers: Record<string, string>,
  ): Response | undefined;
  /** Answers an error status for a completed act, if Prefer asks for it. */
  strict?(output: Static<O>, isMinimal: boolean): Strict | undefined;
  /** The output as a table, for `text/csv` or `?format=csv`. */
  readonly csv?: CsvTable<Static<O>>;
  readonly cacheControl?: string;
  /** True if another service may ask by a signed request about the conversation. */
  readonly isForServices?: true;
  readonly bytesMax?: number;
  /** True to refuse a request without a body, although no field is required. */
  readonly needsBody?: true;
}

/** 202 while the act waits for a person, otherwise the row's own status. */
export function waitable(done: 200 | 201) {
  const statuses: [number, number] = [done, 202];
  return {
    statuses,
    statusOf: ({ checkpointId }: { readonly checkpointId?: string }) =>
      checkpointId === undefined ? done : 202,
  };
}

/** Makes a row whose extras are type-checked against the operation's output. */
export function route<I extends TSchema, O extends TSchema>(
  method: Method,
  path: string,
  operation: Query<I, O> | Command<I, O>,
  extras: Extras<O> = {},
): Route {
  return { method, path, operation, ...extras };
}

/**
 * The input fields of this interface. The account is the session's: only the operator may
 * name one, and not here.
 */
export function inputFieldsOf({ input, access }: Operation): {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
} {
  if (!Type.IsObject(input)) return { properties: {}, required: [] };
  const { accountId: _whose, ...others } = input.properties;
  return {
    properties: access.who === "owner" ? others : input.properties,
    required: input.required ?? [],
  };
}
