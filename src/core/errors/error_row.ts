/** An error, and its form on each wire. */
export interface ErrorRow {
  /** REST status. */
  readonly status: number;
  /** True if a JSON-RPC answer of A2A has the status, too; others are 200. */
  readonly isOfHttp?: true;
  /** JSON-RPC code: A2A 1.0 section 5.4, or JSON-RPC's own. */
  readonly rpc: number;
  /** google.rpc.ErrorInfo reason, for the codes that A2A defines. */
  readonly reason?: string;
  /** One short, constant title. */
  readonly title: string;
  /** Advice to the caller. */
  readonly fix: Words;
}

/** A wire that reports an error. */
export type Wire = "rest" | "mcp" | "a2a";

/** A text for its reader: the same on every wire, or each wire's own. */
export type Words = string | Readonly<Record<Wire, string>>;

/** The text for one wire. */
export function wordsFor(words: Words, wire: Wire): string {
  return typeof words === "string" ? words : words[wire];
}

/** JSON-RPC 2.0. */
export const INVALID_PARAMS = -32602;
/** A2A 1.0: TaskNotFoundError. */
export const NOT_FOUND = { rpc: -32001, reason: "TASK_NOT_FOUND" } as const;
/** A2A 1.0: TaskNotCancelableError. */
export const NOT_CANCELABLE = {
  rpc: -32002,
  reason: "TASK_NOT_CANCELABLE",
} as const;
/** A2A 1.0: UnsupportedOperationError. */
export const UNSUPPORTED = {
  rpc: -32004,
  reason: "UNSUPPORTED_OPERATION",
} as const;
/** A2A 1.0: InvalidAgentResponseError. */
export const BAD_ANSWER = {
  rpc: -32006,
  reason: "INVALID_AGENT_RESPONSE",
} as const;
/** The input is wrong. */
export const INVALID = { status: 400, rpc: INVALID_PARAMS } as const;
/** There is nothing with that id or name. */
export const NO_SUCH = { status: 404, rpc: INVALID_PARAMS } as const;
/** The caller may not do it. */
export const DENIED = { status: 403, ...UNSUPPORTED } as const;
/** The current state forbids it. */
export const CONFLICT = { status: 409, ...UNSUPPORTED } as const;
