import { toldAsIs } from "../core/base/words/sentence.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import type { FieldError } from "../core/errors/errors.ts";
import { ServiceError } from "../core/errors/errors.ts";

/**
 * An operation's error in this wire's terms: A2A's names, and each wrong field
 * by its place in `params`.
 */
export function reworded(
  error: ServiceError,
  input: object,
  fields: Readonly<Record<string, string>>,
): ServiceError {
  const told = WORDS[error.code]?.(error, input);
  if (told) return told;
  if (error.errors.length === 0) return error;
  return error.with({
    errors: error.faults.map((it) => ({
      ...it,
      pointer: pointerIn(fields, it.pointer),
    })),
  });
}

/** An error in the terms of A2A; undefined if it stays unchanged. */
type Word = (cause: ServiceError, input: object) => ServiceError | undefined;

const WORDS: Readonly<Partial<Record<ErrorCode, Word>>> = {
  // A2A 9.5: an error about a task names it. Absent and hidden tasks get the
  // same answer.
  conversation_not_found(cause, input) {
    if (!("conversationId" in input)) return undefined;
    const extra = { taskId: String(input.conversationId) };
    const { code, detail } = cause;
    return new ServiceError(code, { detail, extra, cause });
  },
  // On this wire a call's key is its message's own id (docs/decisions/0009).
  idempotency_mismatch(cause) {
    const why = "messageId was used for another message already";
    const detail = toldAsIs(why);
    return new ServiceError(cause.code, {
      detail: toldAsIs(`Cannot send the message: ${why}.`),
      errors: [{ pointer: "/message/messageId", code: "reused", detail }],
      cause,
    });
  },
  // A2A 4.4.6: a tenant is the owner of the local-part.
  account_not_found(cause, input) {
    if (!("localPart" in input)) return undefined;
    const detail = "tenant is not that of an agent card of this service";
    const code = "unknown_tenant";
    return wrongParams({ pointer: "/tenant", code, detail }, cause);
  },
};

/** The error for one wrong param. */
export function wrongParams(fault: FieldError, cause?: Error): ServiceError {
  return new ServiceError("invalid_input", {
    detail: toldAsIs(`Invalid parameters: ${fault.detail}.`),
    errors: [{ ...fault, detail: toldAsIs(fault.detail) }],
    cause,
  });
}

function pointerIn(
  fields: Readonly<Record<string, string>>,
  pointer: string,
): string {
  const exact = fields[pointer.slice(1)];
  if (exact !== undefined) return exact;
  const [, first = "", ...rest] = pointer.split("/");
  return [fields[first] ?? `/${first}`, ...rest].join("/");
}
