import { requireScope } from "../../access/access.ts";
import type { CommandCall, QueryCall } from "../../access/context.ts";
import { refuseNobodyHere } from "../../addresses/nobody_here.ts";
import { cleanLine, firstChars } from "../../base/text.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Review } from "../../review/review.ts";
import { reviewSubmit } from "../../review/review.ts";
import type { Card } from "../checkpoints/ask.ts";
import { askPerson, requesterOf, submitCard } from "../checkpoints/ask.ts";
import { isForAgentsOnly, notified } from "../model/audience.ts";
import type { Conversation, Participant, ViewerState } from "../model/model.ts";
import { SENDER } from "../model/model.ts";
import { isEmpty } from "../model/seen.ts";
import type { State } from "../model/state.ts";
import { assertTransition } from "../model/state.ts";
import { participantAt, textOf } from "../projection/present_message.ts";
import { move, recordReview } from "../store/change.ts";
import type { SaveOptions } from "../store/save.ts";
import { checkOffer, withFirstUse } from "./admission.ts";
import { commitSubmit } from "./commit_submit.ts";
import { invalid } from "./compose.ts";
import { sendInitialMessage } from "./draft.ts";
import { resolveRecipients } from "./recipients.ts";
import { submitAction, submitFacts } from "./submit_facts.ts";

const TITLE_CHARS_FROM_TEXT = 80;

/**
 * Submits a draft: resolve, review, hold, state (docs/states.md, rows 3 to 6).
 * `from` is "new" for a draft that was never stored.
 * @throws invalid_input, from_not_verified, insufficient_scope, limit_exceeded, and
 * as {@linkcode checkOffer}
 */
export async function submit(
  call: CommandCall,
  draft: Conversation,
  from: State | "new",
): Promise<Conversation> {
  assertTransition(from, "submit");
  const ready = withFirstUse(call, await readyToSend(call, draft));
  const action = submitAction(ready);
  const { review, grants } = reviewSubmit(
    call,
    action,
    await submitFacts(call, ready),
  );
  refuseForeignFrom(review);
  if (ready.price > 0) {
    requireScope(call.member, "payments:hold", "hold a price");
  }
  recordReview(call, ready, review);
  if (review.outcome !== "deny") await checkOffer(call, ready);
  if (review.outcome === "needs_person") {
    return await askToSubmit(call, ready, from, { review, action });
  }
  const after = grants
    ? await commitSubmit(call, ready, from, grants)
    : deny(call, ready, from, review);
  return sendInitialMessage(call, after);
}

/**
 * Who hears of a submit: those whom it reached, or the person who is asked; and
 * the sender's viewer state after it.
 */
export function stateAfterSending<M extends ViewerState>(
  after: Conversation,
  viewerState: M,
): { readonly saveOptions: SaveOptions; readonly viewerState: M } {
  const { position } = viewerState;
  if (after.state === "input-required") {
    const saveOptions = { notify: [position] };
    return {
      saveOptions,
      viewerState: { ...viewerState, unread: true, archived: false },
    };
  }
  const delivered = after.state === "submitted";
  const notify = delivered ? notified(after, position, null) : [];
  const saveOptions = { actor: position, notify };
  return { saveOptions, viewerState: { ...viewerState, unread: false } };
}

/** Nothing is held or delivered before the person has decided. */
async function askToSubmit(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  { review, action }: { review: Review; action: Card["action"] },
): Promise<Conversation> {
  const askedBy = await requesterOf(call, participantAt(ready, SENDER));
  const card = await submitCard(call, ready, action, askedBy);
  const asked = await askPerson(call, ready, card, { review, askedBy });
  return move(call, asked, from, "submit_asks", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
}

function deny(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  { rules, reviewId }: Review,
): Conversation {
  const reason = rules.find((it) => it.outcome === "deny")?.id ?? null;
  return move(call, ready, from, "submit_denied", { reason, reviewId });
}

/**
 * Resolves the recipients and checks that there is something to send.
 * @throws invalid_input
 */
export async function readyToSend(
  call: QueryCall,
  draft: Conversation,
): Promise<Conversation> {
  const participants = await resolveRecipients(call, draft);
  refuseIncomplete(draft, participants);
  if (draft.price > 0) await refuseNobodyHere(call, participants);
  const [message] = draft.messages;
  if (draft.price > 0 && isForAgentsOnly({ participants })) {
    throw invalid(
      "/price",
      "not_payable",
      "the service's own agents are free and are never paid",
    );
  }
  const text = textOf(message?.parts ?? []).trim();
  const title =
    draft.title ||
    firstChars(cleanLine(text.split("\n")[0] ?? ""), TITLE_CHARS_FROM_TEXT) ||
    "(no title)";
  return { ...draft, participants, title };
}

/**
 * Refuses what has nobody to go to, or nothing to say.
 * @throws invalid_input
 */
export function refuseIncomplete(
  { messages: [message], artifacts }: Conversation,
  participants: readonly Participant[],
): void {
  if (participants.length < 2) {
    throw invalid("/to", "required", "name at least one other recipient");
  }
  if ((!message || isEmpty(message.parts)) && artifacts.length === 0) {
    throw invalid("/parts", "required", "the message is empty");
  }
}

/**
 * Refuses what would leave under somebody else's address.
 * @throws from_not_verified
 */
export function refuseForeignFrom({ rules }: Review): void {
  const from = rules.find((it) => it.id === "R-FROM");
  if (from?.outcome !== "deny") return;
  throw new ServiceError("from_not_verified", {
    detail: `Cannot send from this address: ${from.detail}`,
    errors: [{ pointer: "/fromAddress", code: "R-FROM", detail: from.detail }],
  });
}
