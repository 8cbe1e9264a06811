import type { QueryCall } from "../access/context.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { chainClient } from "./chain/rpc.ts";

/**
 * The chain that the settings lead to, and the way to its node.
 * @throws unavailable if they lead to none any more
 */
export function chainOf({
  settings,
  outside,
}: Pick<QueryCall, "settings" | "outside">) {
  const { chain } = settings;
  if (!chain || !outside.chain) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot move this price: it is held on a chain, and the service is set to none.`,
    });
  }
  return { ...chain, client: chainClient(outside.chain) };
}
