import type { Caller } from "../access/context.ts";
import type { Command } from "../access/operation.ts";
import type { Checkpoint } from "../conversations/model/model.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Outcome, Services } from "./call.ts";
import { recall } from "./call.ts";
import { queryCall } from "./query_call.ts";

/** A call that was made before, and the conversation that it was about. */
interface Made {
  readonly input: unknown;
  readonly conversationId: string;
}

/**
 * How a call that waits for its caller's person stands: what it gave under its
 * idempotency key, with what became of it. It never acts, and needs no scope that the
 * call did not.
 * @returns nothing if no call is known under the key
 * @throws already_decided, checkpoint_expired, action_changed for what was not done
 */
export async function reportOn(
  services: Services,
  operation: Command,
  caller: Caller,
  { input, conversationId }: Made,
): Promise<Outcome<unknown> | undefined> {
  const known = await recall(services, operation, caller, input);
  if (!known) return undefined;
  const call = queryCall(services, caller);
  const { conversation } = await loadForMember(call, conversationId);
  const output: Record<string, unknown> = { ...Object(known.output) };
  const asked = conversation.checkpoints.find(
    ({ id }) => id === output.checkpointId,
  );
  if (asked) refuseUndone(asked);
  if ("state" in output) output.state = conversation.state;
  if (asked?.status === "open") return { ...known, output };
  const { waiting: _over, approvalUrl: _decided, ...done } = output;
  return { ...known, output: done };
}

/** @throws what says that it was not done, and why */
function refuseUndone({ status }: Checkpoint): void {
  switch (status) {
    case "declined":
      throw new ServiceError("already_decided", {
        detail:
          "Cannot do this: your person declined it, and nothing was done.",
      });
    case "expired":
      throw new ServiceError("checkpoint_expired");
    case "superseded":
      throw new ServiceError("action_changed");
  }
}
