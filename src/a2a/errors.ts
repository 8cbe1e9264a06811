import { INVALID_PARAMS, wordsFor } from "../core/errors/error_row.ts";
import type { FieldError } from "../core/errors/errors.ts";
import { rowOf, ServiceError } from "../core/errors/errors.ts";
import { INVALID_REQUEST, METHOD_NOT_FOUND } from "../http/json_rpc.ts";

/** Errors of the call itself: JSON-RPC 2.0 section 5.1 and A2A 1.0 section 5.4. */
const PROTOCOL_ERRORS = {
  invalid_request: { rpc: INVALID_REQUEST, reason: "INVALID_REQUEST" },
  unknown_method: { rpc: METHOD_NOT_FOUND, reason: "METHOD_NOT_FOUND" },
  streaming_elsewhere: { rpc: -32004, reason: "UNSUPPORTED_OPERATION" },
  unsupported_version: { rpc: -32009, reason: "VERSION_NOT_SUPPORTED" },
} as const;

type ProtocolCode = keyof typeof PROTOCOL_ERRORS;

/** A call that JSON-RPC or A2A itself refuses. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: ProtocolCode;

  constructor(code: ProtocolCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The error object of a response: exactly these three members. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: readonly ErrorDetail[];
}

/** One google.protobuf.Any of an error. */
export type ErrorDetail = { readonly "@type": string } & Readonly<
  Record<string, unknown>
>;

const TYPES = "type.googleapis.com/google.rpc";

/** Renders an error by A2A 9.5. */
export function rpcErrorOf(
  error: ServiceError | ProtocolError,
  about: Readonly<Record<string, string>>,
): ErrorObject {
  return {
    code: errorRowOf(error).rpc,
    message: error.message,
    data: errorDetails(error, about),
  };
}

/** The row of an error of either kind. */
export function errorRowOf(error: ServiceError | ProtocolError) {
  return error instanceof ServiceError
    ? rowOf(error)
    : { status: undefined, ...PROTOCOL_ERRORS[error.code] };
}

/**
 * The details of an error (A2A 9.5, 11.6): ErrorInfo, and BadRequest for
 * wrong params.
 */
export function errorDetails(
  error: ServiceError | ProtocolError,
  about: Readonly<Record<string, string>>,
  reason = errorRowOf(error).reason ?? error.code.toUpperCase(),
): readonly ErrorDetail[] {
  const own = error instanceof ServiceError;
  const metadata = {
    ...about,
    ...(own && { fix: wordsFor(error.fix, "a2a"), ...textsOf(error.extra) }),
    code: error.code,
  };
  const info: ErrorDetail = {
    "@type": `${TYPES}.ErrorInfo`,
    reason,
    domain: "a2a-protocol.org",
    metadata,
  };
  const isBadRequest = own && rowOf(error).rpc === INVALID_PARAMS;
  return isBadRequest ? [info, badRequest(error)] : [info];
}

/** ErrorInfo.metadata is a map of strings. */
function textsOf(
  extra: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(extra)) {
    texts[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return texts;
}

function badRequest(error: ServiceError): ErrorDetail {
  const violations =
    error.errors.length > 0
      ? error.errors.map(violationOf)
      : [
          {
            field: FIELD_OF[error.code] ?? "params",
            description: error.message,
          },
        ];
  return { "@type": `${TYPES}.BadRequest`, fieldViolations: violations };
}

/** The field that a core error concerns if it does not say so. */
const FIELD_OF: Readonly<Record<string, string>> = {
  context_not_found: "message.contextId",
  idempotency_mismatch: "message.messageId",
  invalid_address: "metadata.svc.to",
  invalid_cursor: "pageToken",
  invalid_view: "view",
};

function violationOf({ pointer, detail }: FieldError) {
  return { field: fieldOf(pointer), description: detail };
}

/** `/message/parts/0/text` as google.rpc writes it: `message.parts[0].text`. */
function fieldOf(pointer: string): string {
  const path = pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".");
  return path === "" ? "params" : path;
}
