import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { ChainClient, ChainEvent, EventAsk } from "../node/rpc.ts";
import { ChainRefusal } from "../node/rpc.ts";

/** The events up to a block. */
interface EventsPart {
  readonly to: number;
  readonly events: readonly ChainEvent[];
}

/**
 * Reads events in parts, in order. Halves a part that is more than the node returns at once,
 * as anybody can make a contract emit events.
 * @throws ChainUnavailableError, ChainRefusal if one block alone is too much
 */
export async function* eventsIn(
  client: Pick<ChainClient, "events">,
  { from, to, ...which }: EventAsk,
): AsyncGenerator<EventsPart> {
  let blocks: number = LIMITS.chainLogBlocksMax;
  for (let next = from; next <= to; ) {
    const last = Math.min(to, next + blocks - 1);
    const range = { from: next, to: last };
    const events = await client
      .events({ ...which, ...range })
      .catch((error) => {
        if (error instanceof ChainRefusal && next < last) return undefined;
        throw error;
      });
    if (events) {
      yield { to: last, events };
      next = last + 1;
    } else {
      blocks = Math.ceil((last - next) / 2);
    }
  }
}
