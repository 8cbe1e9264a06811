import { hasScope, requireScope } from "../../access/access.ts";
import type { QueryCall } from "../../access/context.ts";
import { rehearsal } from "../../access/rehearsal.ts";
import { isNobodyHere } from "../../addresses/nobody_here.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { showMoney } from "../../base/money.ts";
import { ServiceError } from "../../errors/errors.ts";
import { balanceOf } from "../../payments/ledger.ts";
import type { Review } from "../../review/review.ts";
import { objectionsOf, reviewSubmit } from "../../review/review.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { accountRecipients, payeeOf } from "../model/payee.ts";
import { isEmpty } from "../model/seen.ts";
import type { State } from "../model/states.ts";
import { conditionWords } from "../settlement/condition_words.ts";
import { admissionOf, askedOf } from "./admission.ts";
import type { Preview } from "./preview_schema.ts";
import { sentencesOf } from "./preview_words.ts";
import { readyToSend, refuseIncomplete } from "./ready.ts";
import { resolveRecipients } from "./recipients.ts";
import { submit } from "./submit.ts";
import { submitAction, submitFacts } from "./submit_facts.ts";

type Money = NonNullable<Preview["money"]>;

/**
 * What sending a draft would do now, found out by sending it without writing anything.
 * What is still to be written is a problem, and the rest is said as if it were there.
 * Whoever may not send learns who would get it and no more.
 */
export async function previewOf(
  call: QueryCall,
  draft: Conversation,
  from: State | "new",
): Promise<Preview> {
  const faults: ServiceError[] = [];
  const attempt = <T>(run: () => Promise<T> | T) => tried(run, faults);
  await attempt(() =>
    requireScope(call.member, "conversations:submit", "send it"),
  );
  const mayLearn = faults.length === 0;
  const participants = await attempt(() => resolveRecipients(call, draft));
  if (participants) await attempt(() => refuseIncomplete(draft, participants));
  const canTry =
    mayLearn && participants !== undefined && participants.length > 1;
  const whole = withWords(draft);
  const after = canTry
    ? await attempt(() => submit(rehearsal(call), whole, from))
    : undefined;
  const found = canTry ? await foundOf(call, whole) : undefined;
  const recipients = (participants ?? draft.participants)
    .slice(1)
    .map((it) => ({
      ...recipientOf(call, it),
      ...asksOf(found?.asked.get(it.position)),
    }));
  const problems = [...faults.map(problemOf), ...denialsOf(after, found)];
  const outcome = problems.length > 0 ? "refused" : outcomeOf(after);
  const asks = outcome === "asks_person" && found ? found.review : undefined;
  const said = {
    outcome,
    recipients: participants ? recipients : [],
    ...(found?.money && { money: found.money }),
    asks: asks ? [...objectionsOf(asks)] : [],
    problems,
  } satisfies Omit<Preview, "sentences">;
  const isUnwritten = problems.every(({ pointer }) => pointer === "/parts");
  return { ...said, sentences: [...sentencesOf(said, isUnwritten)] };
}

/** Does it, and collects why it cannot be done. */
async function tried<T>(
  run: () => Promise<T> | T,
  faults: ServiceError[],
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    faults.push(error);
    return undefined;
  }
}

/** The draft with something to say, so that all but that can be told. */
function withWords(draft: Conversation): Conversation {
  const [message, ...others] = draft.messages;
  const isSaid = draft.artifacts.length > 0 || !isEmpty(message?.parts ?? []);
  if (isSaid || !message) return draft;
  return {
    ...draft,
    messages: [{ ...message, parts: [{ text: "…" }] }, ...others],
  };
}

/** What the review and the recipients say of what would be sent. */
interface Found {
  readonly review: Review;
  /** What each recipient asks, by position. */
  readonly asked: ReadonlyMap<number, MicroUsdc>;
  readonly money: Money | undefined;
}

/** Nothing of prices for whom a recipient does not take messages from. */
async function foundOf(
  call: QueryCall,
  draft: Conversation,
): Promise<Found | undefined> {
  const ready = await tried(() => readyToSend(call, draft), []);
  if (!ready) return undefined;
  const facts = await submitFacts(call, ready);
  const { review } = reviewSubmit(call, submitAction(ready), facts);
  if (review.outcome === "deny") {
    return { review, asked: new Map(), money: undefined };
  }
  const terms = await tried(() => askedOf(call, ready), []);
  const payee = payeeOf(ready);
  const asked = new Map<number, MicroUsdc>();
  for (const it of accountRecipients(ready)) {
    const own = it === payee ? terms?.price : undefined;
    const price = own ?? (await admissionOf(call, ready, it)).asked;
    asked.set(it.position, price);
  }
  const money = terms && (await moneyOf(call, ready, terms));
  return { review, asked, money };
}

async function moneyOf(
  call: QueryCall,
  ready: Conversation,
  terms: { readonly price: MicroUsdc; readonly holdDays: number },
): Promise<Money | undefined> {
  const held = Math.max(ready.price, terms.price);
  if (held === 0) return undefined;
  const payee = payeeOf(ready);
  const balance = hasScope(call.member, "payments:read")
    ? await balanceOf(call, ready.ownerId)
    : undefined;
  const missing = balance === undefined ? 0 : held - balance;
  return {
    held: showMoney(held),
    ...(payee && { payee: payee.address }),
    ...(terms.price > ready.price && { asked: showMoney(terms.price) }),
    ...(balance !== undefined && { balance: showMoney(balance) }),
    ...(missing > 0 && { missing: showMoney(missing) }),
    release: ready.release,
    condition: conditionWords(ready, payee),
    returnsAfterDays: terms.holdDays,
  };
}

function recipientOf(
  { settings }: QueryCall,
  it: Participant,
): Preview["recipients"][number] {
  const { address, displayName, kind, role, accountId } = it;
  const isAccount = accountId !== null;
  const how = isNobodyHere(settings, it) ? "nobody_here" : "invite";
  return {
    address,
    ...(isAccount && { displayName }),
    kind,
    role: role === "sender" ? "to" : role,
    how: isAccount ? (kind === "service" ? "service" : "account") : how,
  };
}

function asksOf(price: MicroUsdc | undefined) {
  return price ? { asks: showMoney(price) } : {};
}

function problemOf(fault: ServiceError): Preview["problems"][number] {
  const [first] = fault.errors;
  return {
    code: fault.code,
    detail: fault.message,
    ...(first && { pointer: first.pointer }),
  };
}

/** A submit that a rule denies is kept as a refused conversation: no error, and no less a no. */
function denialsOf(
  after: Conversation | undefined,
  found: Found | undefined,
): Preview["problems"] {
  if (after?.state !== "rejected" || !found) return [];
  return objectionsOf(found.review)
    .filter(({ outcome }) => outcome === "deny")
    .map(({ id, detail }) => ({ code: id, detail }));
}

function outcomeOf(after: Conversation | undefined): Preview["outcome"] {
  switch (after?.state) {
    case "submitted":
      return "sends";
    case "input-required":
      return "asks_person";
    case "auth-required":
      return "waits_for_payment";
    default:
      return "refused";
  }
}
