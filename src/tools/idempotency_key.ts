import type { Operation } from "../core/access/operation.ts";
import { INVALID_PARAMS } from "../core/errors/error_row.ts";
import { RpcError } from "./protocol/json_rpc.ts";

/** Where a call names its idempotency key (docs/decisions/0009). */
export const KEY_IN_META = "svc/idempotencyKey";
/** The same for a POST of one call, as on REST. */
export const KEY_HEADER = "Idempotency-Key";

/** How a call is repeated safely: said to a model when it connects. */
export const REPEATS = `Whatever creates something or moves money can be repeated safely: send params._meta["${KEY_IN_META}"] with a key of your own (or the HTTP header ${KEY_HEADER}), a new one for each intended act and the same one for each retry; a repeat does nothing and gives the first result.`;

const REPEAT = `To retry safely send the same params._meta["${KEY_IN_META}"].`;

/** What a tool does, and how it is repeated if it does more than read. */
export function describedWithKey({ kind, description }: Operation): string {
  return kind === "command" ? `${description} ${REPEAT}` : description;
}

/**
 * The key of a call that may name it in `_meta`, in the header, or in both alike.
 * @throws RpcError if the two differ
 */
export function oneKey(inMeta: unknown, inHeader: string | undefined): unknown {
  if (inMeta === undefined || inHeader === undefined) return inMeta ?? inHeader;
  if (inMeta === inHeader) return inHeader;
  throw new RpcError(
    INVALID_PARAMS,
    `Invalid params: _meta["${KEY_IN_META}"] and the header ${KEY_HEADER} differ; send one of them`,
  );
}
