import type { Caller } from "../access/context.ts";
import type { Command } from "../access/operation.ts";
import { told } from "../base/words/sentence.ts";
import { approvalUrl } from "../conversations/acts/checkpoints/subject.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import type { Checkpoint } from "../conversations/model/model.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Outcome, Services } from "./call.ts";
import { recall } from "./call.ts";
import { queryCall } from "./query_call.ts";

/** An earlier call, and its conversation. */
interface Made {
  readonly input: unknown;
  readonly conversationId: string;
}

/**
 * Reports on a call that waits for its caller's person: its stored answer under the
 * idempotency key, with what became of it. Never acts, and needs no scope that the call did
 * not need.
 * @returns nothing if no call is known under the key
 * @throws already_decided, checkpoint_expired, action_changed if it was not done
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

/** A checkpoint of a conversation. */
interface CheckpointAsked {
  readonly conversationId: string;
  readonly checkpointId: string;
}

/**
 * Reports on a checkpoint of the caller's account that only their person could decide, as its
 * answer would. Never acts, and needs no scope.
 * @throws person_required while it is open; checkpoint_expired, action_changed
 */
export async function reportOnCheckpoint(
  services: Services,
  caller: Caller,
  { conversationId, checkpointId }: CheckpointAsked,
): Promise<Outcome<unknown>> {
  const call = queryCall(services, caller);
  const loaded = await loadForMember(call, conversationId);
  const { conversation, viewerState } = loaded;
  const checkpoint = conversation.checkpoints.find(
    ({ id, forAccountId }) =>
      id === checkpointId && forAccountId === call.member.accountId,
  );
  if (!checkpoint) throw new ServiceError("checkpoint_not_found");
  const { status } = checkpoint;
  if (status === "open") {
    throw new ServiceError("person_required", {
      detail: told`Cannot decide: your person hasn't decided yet.`,
      extra: {
        checkpointId,
        approvalUrl: approvalUrl(call.settings, conversation, checkpoint),
      },
    });
  }
  if (status !== "declined") refuseUndone(checkpoint);
  const output = {
    conversationId,
    checkpointId,
    decision: status === "declined" ? "decline" : "approve",
    recorded: true,
    state: conversation.state,
    conversation: await presentTo(call, conversation, viewerState),
  };
  return { output, replayed: true };
}

/** @throws the error that says why it was not done */
function refuseUndone({ status }: Checkpoint): void {
  switch (status) {
    case "declined":
      throw new ServiceError("already_decided", {
        detail: told`Cannot do this: your person declined it. Nothing was done.`,
      });
    case "expired":
      throw new ServiceError("checkpoint_expired");
    case "superseded":
      throw new ServiceError("action_changed");
  }
}
