import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import type { ForeignReceipt, RemoteAsk } from "../addresses/foreign/remote.ts";
import type { RemoteTaskRow } from "../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { isEnded } from "../agents/remote/calls/remote_task.ts";
import { sha256 } from "../base/digest.ts";
import { closed, flag } from "../base/schemas.ts";
import { audienceOfParticipant } from "../conversations/acts/delivery/delivery.ts";
import type { ForeignPlace } from "../conversations/acts/delivery/foreign.ts";
import { loadForeign } from "../conversations/acts/delivery/foreign.ts";
import type {
  RemoteHead,
  TakenRemote,
} from "../conversations/acts/delivery/taken_remote.ts";
import {
  doubtOf,
  nextLook,
} from "../conversations/acts/delivery/taken_remote.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { save } from "../conversations/acts/store/save.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { isTerminal } from "../conversations/model/states.ts";

/** Shows the state of a task at another service, once all that it says is here. */
export const endRemoteTake = defineCommand({
  name: "end_remote_take",
  title: "End to take a task",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: Type.String(),
    accountId: Type.String(),
    head: Type.Unsafe<RemoteHead>({}),
    evidence: Type.Optional(
      Type.Unsafe<NonNullable<TakenRemote["evidence"]>>({}),
    ),
    receipt: Type.Optional(Type.Unsafe<ForeignReceipt>({})),
    ask: Type.Optional(Type.Unsafe<UnpaidAsk>({})),
    /** How many messages of it were added. */
    added: Type.Integer(),
    /** How many were left out, and why the first was. */
    dropped: Type.Integer(),
    refusal: Type.Optional(Type.String()),
    /** True if more of it is still to be taken. */
    hasMore: Type.Boolean(),
  }),
  output: closed({ done: flag("False if something newer came in between.") }),
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, accountId, head, ...taken }, call) {
    const place = { conversationId, accountId };
    const row = await remoteTaskStore(call.db).find(place);
    const found = await loadForeign(call, place);
    if (!found) return { done: false };
    const { participant } = found;
    // A sender from elsewhere has no task there: it has canceled the one here, which counts once.
    const isLeft = row
      ? doubtOf(row, participant, head, { by: "look" }) !== undefined
      : participant.remote.state === head.state;
    if (isLeft) return { done: false };
    if (taken.evidence) {
      recordEvent(call, found.conversation, "remote.received", {
        refs: { ...taken.evidence, ...taskOf(head) },
        audience: audienceOfParticipant(participant),
      });
    }
    const isChanged = show(call, found, head, taken);
    if (row)
      plan(call, row, head, { isNew: isChanged || taken.added > 0, ...taken });
    return { done: true };
  },
});

const taskOf = ({ taskId }: RemoteHead) => (taskId === null ? {} : { taskId });

/** A payment that the agent asks for now, and can't get from here. */
export type UnpaidAsk = Omit<RemoteAsk, "count">;

interface Shown {
  readonly dropped: number;
  readonly refusal?: string;
  readonly receipt?: ForeignReceipt;
  readonly ask?: UnpaidAsk;
}

/** True if the task is done and the conversation is not, or the other way round. */
function endsOtherwise(
  { state }: Pick<Conversation, "state">,
  { state: told }: RemoteHead,
): boolean {
  if (told === null || !isEnded(told) || !isTerminal(state)) return false;
  return (told === "TASK_STATE_COMPLETED") !== (state === "completed");
}

/** Writes the task's state to its participant, with a record; false if nothing changed. */
function show(
  call: CommandCall,
  { conversation, participant }: ForeignPlace,
  head: RemoteHead,
  { dropped, refusal, receipt, ask }: Shown,
): boolean {
  const { remote } = participant;
  const { asks: asked, ...before } = remote;
  const isRepeat = asked !== undefined && asked.messageId === ask?.messageId;
  const { count } = conversation.tally;
  const asks = isRepeat ? asked : ask && { ...ask, count };
  const isSigned = receipt !== undefined && !remote.receipt;
  const next = {
    ...before,
    ...(asks && { asks }),
    taskId: head.taskId ?? remote.taskId,
    contextId: head.contextId ?? remote.contextId,
    state: head.state ?? remote.state,
    ...(isSigned && { receipt }),
    ...(endsOtherwise(conversation, head) && { endedOtherwise: true as const }),
  };
  const isSame =
    next.taskId === remote.taskId &&
    next.contextId === remote.contextId &&
    next.state === remote.state &&
    asks === asked;
  if (isSame && !isSigned) return false;
  if (isSigned) {
    const { receiptId, keyId, jws } = receipt;
    recordEvent(call, conversation, "remote.receipt", {
      refs: { receiptId, keyId, origin: remote.origin },
      commitment: sha256(jws),
    });
  }
  recordEvent(call, conversation, "remote.changed", {
    refs: {
      ...taskOf(head),
      ...(next.state !== null && { state: next.state }),
      ...(dropped > 0 && { dropped: String(dropped) }),
      ...(refusal !== undefined && { code: refusal }),
    },
    audience: audienceOfParticipant(participant),
  });
  save(call, conversation, {
    ...conversation,
    version: conversation.version + 1,
    participants: conversation.participants.map((it) =>
      it.position === participant.position
        ? { ...it, remote: { ...next, seenAt: call.now } }
        : it,
    ),
  });
  return true;
}

/** Plans when the task is asked for again: soon after something new, never after its end. */
function plan(
  call: CommandCall,
  row: RemoteTaskRow,
  { taskId, state, version }: RemoteHead,
  { isNew, hasMore }: { readonly isNew: boolean; readonly hasMore: boolean },
): void {
  if (taskId === null) return;
  const hasEnded = state !== null && isEnded(state) && !hasMore;
  const again = hasMore ? call.now : nextLook(call.now, 0);
  call.write(
    remoteTaskStore(call.db).change({
      ...row,
      version: version ?? row.version,
      lookAt: hasEnded ? null : isNew || hasMore ? again : row.lookAt,
      looks: isNew ? 0 : row.looks,
    }),
  );
}
