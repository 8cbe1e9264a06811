import type { CommandCall } from "../../access/context.ts";
import { contactAt, recordContact } from "../../addresses/contacts.ts";
import type { ContactRow } from "../../addresses/contacts_store.ts";
import { contactStore } from "../../addresses/contacts_store.ts";
import type { Entry } from "../../addresses/grants.ts";
import { grantedBy, shownEntry } from "../../addresses/grants.ts";
import { addressStore } from "../../addresses/store.ts";
import { serviceAgent } from "../../agents/service_agents.ts";
import { LIMITS } from "../../base/limits.ts";
import { ServiceError } from "../../errors/errors.ts";
import { accountStore } from "../../identity/accounts_store.ts";
import type { ContactFacts } from "../../review/contact_rules.ts";
import type { Approval, Review } from "../../review/review.ts";
import { reviewApproved, reviewContact } from "../../review/review.ts";
import type { Action } from "../model/acts.ts";
import type { Checkpoint, Conversation } from "../model/model.ts";
import { isTerminal } from "../model/state.ts";
import { participantAt } from "../projection/present_message.ts";
import { move, nextVersion, recordReview } from "../store/change.ts";
import { deskStore } from "../store/desk_store.ts";
import { loadForMember } from "../store/load.ts";
import { save } from "../store/save.ts";
import { newFromService } from "../thread/from_service.ts";
import { askPerson, requesterOf } from "./ask.ts";
import type { Answer } from "./checkpoint.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import { resume } from "./waiting.ts";

const PERSON = 1;
const TITLE = "What your agents ask for your contacts";
const TEXT =
  "When an agent of yours wants to let somebody in or to make them a closer contact, I ask you here first. Nothing changes before you approve it.";

/** A contact as it is, and as somebody wants it to be. */
export interface ContactChange {
  readonly before: ContactRow | undefined;
  readonly after: ContactRow;
}

/** Reviews a change of the caller's contacts: what it gives to whom. */
export function reviewChange(call: CommandCall, change: ContactChange) {
  return reviewContact(call, actionOf(change), factsOf(call, change));
}

function factsOf(
  { member }: CommandCall,
  { before, after }: ContactChange,
): ContactFacts {
  return {
    byAgent: member.kind === "agent",
    address: after.address,
    ...grantedBy(before, after),
  };
}

/** The exact change, as the person sees it and approves it. */
function actionOf({ before, after }: ContactChange): Action {
  return {
    act: "grant",
    address: after.address,
    contactId: after.contactId,
    before: before ? entryOf(before) : null,
    after: entryOf(after),
  };
}

function entryOf({ contactId, contactType, standing }: Entry): Entry {
  return { contactId, contactType, standing };
}

/** Writes a change of a contact: it needs the review's approval. */
export function keepContact(
  call: CommandCall,
  approval: Approval<"contact">,
  { before, after }: ContactChange,
): void {
  call.write(contactStore(call.db).put(after, approval));
  recordContact(call, before ? "contact.changed" : "contact.added", after);
}

/**
 * Puts a change before the caller's person, in the conversation that `security` has
 * with them. Asking for the same again asks once.
 * @param deskId Where it was last; a new one is opened if that is closed or full.
 * @throws quota_exceeded
 */
export async function askGrant(
  call: CommandCall,
  change: ContactChange,
  review: Review,
  deskId: string | undefined,
): Promise<{ readonly desk: Conversation; readonly checkpoint: Checkpoint }> {
  const before =
    deskId === undefined ? undefined : await openDesk(call, deskId);
  const waiting = (before?.checkpoints ?? []).filter(isWaiting);
  const same = waiting.find((it) => it.actionDigest === review.actionDigest);
  if (before && same) return { desk: before, checkpoint: same };
  if (waiting.length >= LIMITS.grantsWaitingMax) throw tooMany(waiting.length);
  const desk = before ? nextVersion(call, before) : await newDesk(call);
  recordReview(call, desk, review, PERSON);
  const askedBy = await requesterOf(call, participantAt(desk, PERSON));
  const card = {
    title: `Change your contact ${change.after.address}?`,
    summary: `${askedBy.name} wants to change ${change.after.address} in your contacts from ${inWords(change.before)} to ${inWords(change.after)}. Declining leaves them as they are.`,
    action: actionOf(change),
  };
  const asked = await askPerson(call, desk, card, { review, askedBy });
  const after = move(call, asked, asked.state, "ask", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
  save(call, before ?? null, after, { notify: [PERSON] });
  const checkpoint = after.checkpoints.at(-1);
  if (!checkpoint) throw new RangeError("A checkpoint was opened");
  return { desk: after, checkpoint };
}

function isWaiting({ status, action }: Checkpoint): boolean {
  return status === "open" && action.act === "grant";
}

/** The desk that is in use, if something can still be put on it. */
async function openDesk(
  call: CommandCall,
  deskId: string,
): Promise<Conversation | undefined> {
  const { conversation } = await loadForMember(call, deskId);
  const { state, checkpoints } = conversation;
  const isUsable =
    !isTerminal(state) && checkpoints.length < LIMITS.grantsPerDeskMax;
  return isUsable ? conversation : undefined;
}

async function newDesk(call: CommandCall): Promise<Conversation> {
  const { accountId } = call.member;
  const account = await accountStore(call.db).byId(accountId);
  const own = await addressStore(call.db).ofAccount(accountId);
  const desk = newFromService(call, {
    agent: serviceAgent("security"),
    title: TITLE,
    text: TEXT,
    name: account?.displayName ?? "you",
    address: own ? `${own.localPart}@${call.settings.addressDomain}` : null,
  });
  call.write(deskStore(call.db).put(accountId, desk.id));
  return desk;
}

/** How somebody stands, in a few words. */
function inWords(entry: Entry | undefined): string {
  if (!entry) return "no contact";
  const { contactType, standing } = entry;
  return `${contactType}${STANDING_WORDS[standing]}`;
}

const STANDING_WORDS: Readonly<Record<Entry["standing"], string>> = {
  usual: "",
  blocked: ", blocked",
  allowed: ", always let in without acceptance or price",
};

/**
 * Carries out what the person has approved, if the contact still stands as it was
 * shown: no agent approves it (may_decide.ts).
 * @throws action_changed
 */
export async function approveGrant(
  call: CommandCall,
  desk: Conversation,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const change = await changeOf(call, checkpoint);
  const verdict = reviewApproved(reviewContact, call, {
    waiting: checkpoint,
    action: actionOf(change),
    facts: factsOf(call, change),
  });
  const closed = closeCheckpoint(call, desk, checkpoint, {
    status: verdict?.grants ? "approved" : "superseded",
    comment,
  });
  if (!verdict?.grants) {
    call.refuseAfter(changed());
    return resume(call, closed, "answer", "superseded");
  }
  recordReview(call, closed, verdict.review, PERSON);
  keepContact(call, verdict.grants, change);
  return resume(call, closed, "answer", "decided");
}

/** Drops the change: the contact stays as it is. */
export function declineGrant(
  call: CommandCall,
  desk: Conversation,
  { checkpoint, comment }: Answer,
): Conversation {
  const status = "declined";
  const closed = closeCheckpoint(call, desk, checkpoint, { status, comment });
  return resume(call, closed, "refuse_action", "decided");
}

/** What a checkpoint would change, on the contact as it is by now. */
async function changeOf(
  call: CommandCall,
  { action }: Checkpoint,
): Promise<ContactChange> {
  const place = await contactAt(call, String(action.address));
  const { row: before } = place;
  const { contactType, standing } = shownEntry(action.after);
  return {
    before,
    after: {
      ownerId: call.member.accountId,
      address: before?.address ?? place.address,
      contactId: place.contactId ?? before?.contactId ?? null,
      contactType,
      standing,
      createdAt: before?.createdAt ?? call.now,
      updatedAt: call.now,
    },
  };
}

function changed(): ServiceError {
  return new ServiceError("action_changed", {
    detail: "Cannot approve: the contact no longer stands as it was shown.",
    extra: { checkpoints: [] },
  });
}

function tooMany(count: number): ServiceError {
  return new ServiceError("quota_exceeded", {
    detail: `Cannot ask for another change of a contact: ${count} wait for your person already.`,
  });
}
