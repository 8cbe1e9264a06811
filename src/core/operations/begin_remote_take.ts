import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import type { RemotePlace } from "../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { showMoney } from "../base/money.ts";
import { closed } from "../base/schemas.ts";
import {
  isWaitedFor,
  openAcceptance,
} from "../conversations/acts/checkpoints/may_accept.ts";
import { loadForeign } from "../conversations/acts/delivery/foreign.ts";
import type {
  NotBelieved,
  RemoteHead,
  TakenRemote,
} from "../conversations/acts/delivery/taken_remote.ts";
import {
  doubtOf,
  isEarlier,
  nextLook,
} from "../conversations/acts/delivery/taken_remote.ts";
import type { ForeignParticipant } from "../conversations/acts/store/foreign_queue.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { isFreeOf } from "../conversations/model/payee.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { mayReach } from "../federation/policy.ts";
import { isUntold } from "../payments/terms/foreign_terms.ts";

/** A snapshot that may be taken, and what the conversation has of it. */
export interface RemoteBegun {
  /** Why nothing of it is taken. */
  readonly doubt?: NotBelieved | "gone" | "refused";
  /** Those of the names whose message is here. */
  readonly known: readonly string[];
  /** True until the conversation has ended. */
  readonly isOpen: boolean;
  /** True for a recipient, who may ask the sender something; not for one with a copy. */
  readonly isAddressed: boolean;
  /** True until somebody has accepted the request. */
  readonly isWaitedFor: boolean;
  /** True until the escrow holds the price that the account is to be paid. */
  readonly isUnpaid: boolean;
  /** True until it has said how that price is paid. */
  readonly isUntold: boolean;
  /** True if its service may ask to be paid for what was sent without a price. */
  readonly isFree: boolean;
  /** The price, such as 5.00, whose receipt is not here yet. */
  readonly unsigned?: string;
  /** The acceptance that is asked of the account. */
  readonly acceptId?: string;
}

const NOTHING = {
  known: [],
  isOpen: false,
  isAddressed: false,
  isWaitedFor: false,
  isUnpaid: false,
  isUntold: false,
  isFree: false,
};

/**
 * Judges what another service says of a task, and binds its id to the conversation. New
 * messages follow in calls of the account's own.
 */
export const beginRemoteTake = defineCommand({
  name: "begin_remote_take",
  title: "Begin to take a task",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: Type.String(),
    accountId: Type.String(),
    head: Type.Unsafe<RemoteHead>({}),
    by: Type.Unsafe<TakenRemote["by"]>({}),
    reopens: Type.Boolean(),
    /** The name that each message of it has here. */
    names: Type.Array(Type.String()),
  }),
  output: Type.Unsafe<RemoteBegun>({}),
  // It appends to no chain; an index keeps a task from being bound twice.
  chains: () => [],
  async run({ names, head, ...input }, call): Promise<RemoteBegun> {
    const { accountId } = input;
    const place = { conversationId: input.conversationId, accountId };
    const account = await foreignStore(call.db).byAccount(accountId);
    const row = await remoteTaskStore(call.db).find(place);
    const found = await loadForeign(call, place, names);
    if (!row || !found || account?.disabledAt !== null) {
      return { ...NOTHING, doubt: "gone" };
    }
    // The answer to a message that left before the operator's word is not taken after it.
    if (!(await mayReach(call, account))) {
      return { ...NOTHING, doubt: "refused" };
    }
    const { conversation, participant } = found;
    const earlier = isEarlier(row, participant, head, input.by);
    const doubt = doubtOf(row, participant, head, input);
    if (doubt && !earlier) return { ...NOTHING, doubt };
    if (!earlier && !(await bind(call, place, head.taskId))) {
      return { ...NOTHING, doubt: "another_task" };
    }
    const wanted = new Set(names);
    const { payment } = conversation;
    const isUnpaid =
      payment?.status === "requires_payment" && payment.payeeId === accountId;
    return {
      known: conversation.messages.flatMap(({ a2a }) =>
        a2a?.messageId !== undefined && wanted.has(a2a.messageId)
          ? [a2a.messageId]
          : [],
      ),
      isOpen: !earlier && !isTerminal(conversation.state),
      isAddressed: participant.role === "to",
      isWaitedFor: isWaitedFor(conversation),
      isUnpaid,
      isUntold: isUnpaid && isUntold(payment),
      isFree: isFreeOf(conversation, accountId),
      ...unsignedIn(conversation, participant),
      ...acceptanceOf(openAcceptance(conversation, accountId)?.id),
    };
  },
});

function unsignedIn(
  { payment }: Conversation,
  { accountId, remote }: ForeignParticipant,
) {
  const isPaid = !!payment?.reclaim && payment.payeeId === accountId;
  if (!isPaid || remote.receipt) return {};
  return { unsigned: showMoney(payment.price).amount };
}

function acceptanceOf(acceptId: string | undefined) {
  return acceptId === undefined ? {} : { acceptId };
}

/** False for a task that another conversation is followed by. */
async function bind(
  call: CommandCall,
  place: RemotePlace,
  taskId: string | null,
): Promise<boolean> {
  const store = remoteTaskStore(call.db);
  const row = await store.find(place);
  if (!row || taskId === null || row.taskId === taskId) return true;
  if (await store.byTask(place.accountId, taskId)) return false;
  const lookAt = nextLook(call.now, 0);
  call.write(store.change({ ...row, taskId, version: null, lookAt, looks: 0 }));
  return true;
}
