import type { A2aFault } from "../answering.ts";
import { errorDetails, errorRowOf } from "../errors.ts";

/** An error as google.rpc.Status (A2A 11.6). */
export interface StatusBody {
  readonly error: {
    readonly code: number;
    readonly status: string;
    readonly message: string;
    readonly details: readonly object[];
  };
}

/** Renders an error for an HTTP answer with its `code` as the status. */
export function statusBodyOf(
  fault: A2aFault,
  about: Readonly<Record<string, string>>,
): StatusBody {
  const row = errorRowOf(fault);
  const ofHttp = row.status === undefined ? undefined : HTTP_OWN[row.status];
  const ofA2a = ofHttp ? undefined : A2A_STATUS[row.rpc];
  const [code, status] = ofA2a ?? [
    row.status ?? 400,
    ofHttp ?? (Number(row.status) < 500 ? "INVALID_ARGUMENT" : "INTERNAL"),
  ];
  // A reason of A2A's own stands for the status that A2A gives it.
  const details = ofA2a
    ? errorDetails(fault, about)
    : errorDetails(fault, about, fault.code.toUpperCase());
  return { error: { code, status, message: fault.message, details } };
}

/** The statuses that are HTTP's own, whichever error of A2A stands for them over JSON-RPC. */
const HTTP_OWN: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  405: "UNIMPLEMENTED",
  408: "DEADLINE_EXCEEDED",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
  507: "RESOURCE_EXHAUSTED",
};

/** A2A 1.0.1, 5.4, by the code of JSON-RPC. */
const A2A_STATUS: Readonly<Record<number, readonly [number, string]>> = {
  [-32001]: [404, "NOT_FOUND"],
  [-32002]: [400, "FAILED_PRECONDITION"],
  [-32003]: [400, "FAILED_PRECONDITION"],
  [-32004]: [400, "FAILED_PRECONDITION"],
  [-32005]: [400, "INVALID_ARGUMENT"],
  [-32006]: [500, "INTERNAL"],
  [-32009]: [400, "FAILED_PRECONDITION"],
  [-32601]: [404, "NOT_FOUND"],
  [-32602]: [400, "INVALID_ARGUMENT"],
  [-32700]: [400, "INVALID_ARGUMENT"],
};
