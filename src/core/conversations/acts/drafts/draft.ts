/**
 * How is a conversation begun, reviewed and sent? `recipients.ts` reads addresses,
 * `ready.ts` finds the accounts, `submit_facts.ts` gathers what the review judges,
 * `submit.ts` leads the submit and `commit_submit.ts` makes its effects. `preview.ts` tells
 * them before, `sending.ts` sends a draft at its time.
 * @module
 */
import { actorOf } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { authorKindOf } from "../../../access/principal.ts";
import { LIMITS } from "../../../base/limits.ts";
import { phrase } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type {
  Conversation,
  Message,
  Part,
  Participant,
} from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { isEmpty, newSalt } from "../../model/parts.ts";
import { NO_TALLY, withMessages } from "../../model/tally.ts";
import type { OfferOrder } from "../../model/terms/order.ts";
import { withOrder } from "../../model/terms/order_parts.ts";
import { recordEvent } from "../store/change.ts";
import { commitmentOf } from "../store/covered.ts";
import { conversationStore } from "../store/store.ts";
import { countViews, draftsGuard } from "../store/views_store.ts";
import { joinedA2a } from "../thread/a2a_message.ts";
import type { NewFile } from "../thread/artifacts.ts";
import { addArtifacts, readArtifact } from "../thread/artifacts.ts";
import type { ComposeInput, DraftFields } from "./compose.ts";
import { readParts, write } from "./compose.ts";
import { readOrder } from "./read_order.ts";
import { readRecipients, unresolved } from "./recipients.ts";
import { senderParticipant } from "./sender_participant.ts";

/**
 * Makes a draft in memory, without look-ups and delivery (docs/states.md, row 1).
 * @throws context_not_found, invalid_*
 */
export async function newDraft(
  call: CommandCall,
  input: ComposeInput & { readonly contextId?: string },
): Promise<Conversation> {
  const contextId = await contextFor(call, input.contextId);
  const sender = await senderParticipant(call);
  const none = { order: null, participants: [sender] };
  const order = await readOrder(call, input, none);
  const written = write(blank(call, sender), { ...input, order });
  const id = call.newId("conversation");
  const empty: Conversation = {
    ...written,
    id,
    contextId,
    ownerId: call.member.accountId,
    state: "draft",
    stateReason: null,
    stateReasonBy: null,
    stateAt: call.now,
    previousState: null,
    version: 1,
    createdAt: call.now,
    updatedAt: call.now,
    auditSalt: newSalt(call),
    participants: participantsOf(call, input, written, [sender]),
    messages: [],
    newestFrom: 1,
    tally: NO_TALLY,
    artifacts: [],
    checkpoints: [],
    payment: null,
    sending: null,
    proposals: null,
    receipt: null,
    shown: new Map(),
  };
  recordEvent(call, empty, "conversation.created");
  const filed = await addArtifacts(call, empty, filesOf(input), {
    position: SENDER,
    audience: null,
  });
  const parts = orderedParts(readParts(input), { before: null, after: order });
  return withMessages(filed, [initialMessage(call, filed, parts)]);
}

/**
 * Applies an edit to a draft. Files are added; an edit never removes one.
 * @throws invalid_*
 */
export async function editDraft(
  call: CommandCall,
  draft: Conversation,
  input: ComposeInput,
): Promise<Conversation> {
  const order = await readOrder(call, input, draft);
  const written = write(draft, { ...input, order });
  const participants = participantsOf(call, input, written, draft.participants);
  const filed = await addArtifacts(
    call,
    { ...draft, ...written, participants },
    filesOf(input),
    { position: SENDER, audience: null },
  );
  const before = filed.messages[0];
  const given = readParts(input);
  // An approver changes the words of an order as a whole.
  const isWritten = draft.state !== "draft";
  const isAnew = given !== undefined || order !== draft.order;
  const orders = { before: draft.order, after: order };
  const parts =
    isWritten || !isAnew ? given : orderedParts(given ?? before?.parts, orders);
  recordEvent(call, filed, "conversation.edited");
  const message = before && {
    ...before,
    ...(parts && { ...writer(call), parts, a2a: null }),
    artifactIds: filed.artifacts.map((file) => file.id),
    asksFirst: false,
    salt: newSalt(call),
  };
  return withMessages(filed, message ? [message] : []);
}

/** The parts of a message with those of its order. @throws invalid_input */
function orderedParts(
  parts: readonly Part[] | undefined,
  orders: Readonly<Record<"before" | "after", OfferOrder | null>>,
): readonly Part[] | undefined {
  if (!orders.before && !orders.after) return parts;
  const kept = parts && !isEmpty(parts) ? parts : [];
  return readParts({ parts: withOrder(kept, orders) });
}

/** @throws not_a_draft */
export function refuseToEdit({ state }: Conversation): void {
  if (state === "draft") return;
  throw new ServiceError("not_a_draft", {
    detail: told`Cannot edit: only a draft can be changed.`,
  });
}

/** Appends text to a draft, for a message that was added to it. */
export function appendToDraft(
  call: CommandCall,
  draft: Conversation,
  parts: readonly Part[],
): Conversation {
  const [before] = draft.messages;
  if (!before) throw new RangeError("A draft has its message");
  const kept = isEmpty(before.parts) ? [] : before.parts;
  const all = [...kept, ...parts];
  readParts({ parts: all });
  const a2a = joinedA2a(before.a2a, kept.length, call.caller.a2a);
  recordEvent(call, draft, "conversation.edited");
  return withMessages(draft, [
    { ...before, ...writer(call), parts: all, a2a, salt: newSalt(call) },
  ]);
}

/** Marks the draft as read by its last author. */
export function writer(call: CommandCall) {
  return { authorKind: authorKindOf(call.member), actor: actorOf(call) };
}

/** @throws quota_exceeded at the account's limit of conversations, or of drafts */
export async function checkBegunQuota(
  call: CommandCall,
  isDraft: boolean,
): Promise<void> {
  const { conversations } = call.settings.quotas;
  if (!isDraft && conversations === null) return;
  const counts = await countViews(call.db)(call.member.accountId);
  if (isDraft && counts.unfinished >= LIMITS.draftsMax) {
    throw new ServiceError("quota_exceeded", {
      detail: told`Cannot save another draft: you already have ${LIMITS.draftsMax}.`,
    });
  }
  // One batch may store several, each counted before the others are written.
  if (isDraft && counts.unfinished >= LIMITS.draftsMax / 2) {
    call.write(draftsGuard(call.db)(call.member.accountId));
  }
  if (conversations === null) return;
  // The drafts view also counts those that wait for a decision or for the money.
  if (counts.sent + counts.drafts < conversations) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot start another conversation: the account has reached the operator's limit of ${conversations}. Ended and archived ones count too.`,
    fix: phrase`Continue an existing conversation, delete drafts, archive what was declined, or ask the operator for a higher limit.`,
  });
}

async function contextFor(
  call: CommandCall,
  contextId: string | undefined,
): Promise<string> {
  if (contextId === undefined) return call.newId("context");
  const store = conversationStore(call.db);
  if (await store.seesContext(call.member.accountId, contextId)) {
    return contextId;
  }
  throw new ServiceError("context_not_found", {
    detail: told`Cannot find this contextId among your conversations.`,
    errors: [
      {
        pointer: "/contextId",
        code: "context_not_found",
        detail: told`no conversation you can read has this contextId`,
      },
    ],
  });
}

function blank({ settings }: CommandCall, sender: Participant): DraftFields {
  return {
    title: "",
    price: 0,
    rail: settings.rails[0],
    release: "replied",
    releaseAction: null,
    releaseChosen: false,
    fromAddress: sender.address,
    fromName: sender.displayName,
    firstUse: null,
    contactType: "everyone",
    quoteId: null,
    terms: null,
    order: null,
    milestones: null,
  };
}

function participantsOf(
  call: CommandCall,
  input: ComposeInput,
  written: DraftFields,
  before: readonly Participant[],
): readonly Participant[] {
  const [sender] = before;
  if (!sender) throw new RangeError("A conversation has a sender");
  const named = readRecipients(input, before);
  return [
    {
      ...sender,
      address: written.fromAddress,
      displayName: written.fromName,
    },
    ...named.map((it, index) => unresolved(it, index + 1, call.now)),
  ];
}

function filesOf(input: ComposeInput): readonly NewFile[] {
  return (input.artifacts ?? []).map((file, index) =>
    readArtifact(file, `/artifacts/${index}`),
  );
}

function initialMessage(
  call: CommandCall,
  draft: Conversation,
  parts: readonly Part[] = [],
): Message {
  return {
    id: call.newId("message"),
    seq: 1,
    author: SENDER,
    ...writer(call),
    mode: "initial",
    inReplyTo: null,
    parts,
    artifactIds: draft.artifacts.map((file) => file.id),
    audience: null,
    asksFirst: false,
    a2a: call.caller.a2a ?? null,
    salt: newSalt(call),
    createdAt: call.now,
  };
}

/** Records the first message, dated now: the draft leaves its author's hands. */
export function sendInitialMessage(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const [draft, ...others] = conversation.messages;
  if (!draft) return conversation;
  const message = { ...draft, createdAt: call.now };
  recordEvent(call, conversation, "message.appended", {
    ...(message.actor && { actor: message.actor }),
    refs: { messageId: message.id },
    commitment: commitmentOf(message),
    event: {
      name: "message.appended",
      version: conversation.version,
      state: conversation.state,
      messageId: message.id,
    },
  });
  return { ...conversation, messages: [message, ...others] };
}
