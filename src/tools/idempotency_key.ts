import { INVALID_PARAMS } from "../core/errors/error_row.ts";
import { RpcError } from "./protocol/json_rpc.ts";

/** The place of a call's idempotency key outside its arguments (docs/decisions/0009). */
export const KEY_IN_META = "svc/idempotencyKey";
/** The same for a POST of one call, as on REST. */
export const KEY_HEADER = "Idempotency-Key";

/**
 * The key of a call, which may be given in more than one place, but only one value.
 * @throws RpcError if two of them differ
 */
export function oneKey(first: unknown, second: unknown): unknown {
  if (first === undefined || second === undefined) return first ?? second;
  if (first === second) return first;
  throw new RpcError(
    INVALID_PARAMS,
    `Invalid params: the argument idempotencyKey, _meta["${KEY_IN_META}"] and the header ${KEY_HEADER} differ; send one of them`,
  );
}
