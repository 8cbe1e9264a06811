import { checkCall } from "../../../access/access.ts";
import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import { rehearsal } from "../../../access/rehearsal.ts";
import { isCardUrl } from "../../../addresses/address.ts";
import { isNobodyHere } from "../../../addresses/nobody_here.ts";
import { accountClosed } from "../../../addresses/resolve.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { balanceOf } from "../../../payments/ledger.ts";
import { objectionsOf } from "../../../review/review.ts";
import { saidRule, saidRules } from "../../../review/said_rule.ts";
import { actAs } from "../../model/acting.ts";
import { CALLABLE } from "../../model/callable.ts";
import type { Conversation, Participant, Role } from "../../model/model.ts";
import { recipientsOf } from "../../model/model.ts";
import { isEmpty } from "../../model/parts.ts";
import { accountRecipients, payeeOf } from "../../model/payee.ts";
import type { State } from "../../model/states.ts";
import { daysHeld } from "../../model/terms/deadlines.ts";
import { conditionWords } from "../../model/turn/condition_words.ts";
import { admissionOf, askedOf } from "../admission/admission.ts";
import type { Met } from "./meet_foreign.ts";
import { NOBODY_MET } from "./meet_foreign.ts";
import { agentOf } from "./preview_agent.ts";
import type { Preview } from "./preview_schema.ts";
import { sentencesOf } from "./preview_words.ts";
import { missingFrom } from "./ready.ts";
import type { LookedUp } from "./recipients.ts";
import { lookUpRecipients } from "./recipients.ts";
import type { Judged } from "./submit.ts";
import { judgeSubmit, submitJudged } from "./submit.ts";

type Money = NonNullable<Preview["money"]>;
type Problems = Preview["problems"];

/** A draft that was tried: its problems, and the verdict as if they were solved. */
export interface Trial {
  readonly named: LookedUp;
  /** Missing parts, and refusals before the review. */
  readonly missing: readonly ServiceError[];
  readonly judged?: Judged | undefined;
  readonly refusals: readonly ServiceError[];
}

/**
 * Judges a draft without writing anything, with a placeholder text if it has none. Does not reveal
 * that a recipient blocks the sender: only a real submit, which is counted and stored, does.
 */
export async function tryDraft(
  call: QueryCall,
  draft: Conversation,
  unmet?: ServiceError,
): Promise<Trial> {
  const named = await lookUpRecipients(call, draft);
  const { participants, closed } = named;
  const missing = [
    ...(unmet ? [unmet] : []),
    ...closed.map(({ address, role }) => accountClosed(address, `/${role}`)),
    ...missingFrom(draft, participants),
  ];
  const refusals: ServiceError[] = [];
  const canBeJudged =
    !unmet && closed.length === 0 && recipientsOf(named).length > 0;
  const judged = canBeJudged
    ? await tried(
        () =>
          judgeSubmit(rehearsal(call), withWords(draft), {
            named,
            isTrial: true,
          }),
        refusals,
      )
    : undefined;
  return { named, missing, judged, refusals };
}

/** Why a draft cannot be sent, apart from the rules. */
export function problemsOf({ missing, refusals }: Trial, say: Say): Problems {
  return [...missing, ...refusals].map((it) => problemOf(it, say));
}

/** Facts about a draft that its preview need not find again. */
interface Tried {
  readonly trial?: Trial;
  readonly met?: Met;
  /** Why a recipient elsewhere could not be met. */
  readonly unmet?: ServiceError;
}

/**
 * The result of sending a draft now, found by sending it without writing. A missing part is a
 * problem; the rest is judged as if it were there. A caller who may not send learns only who
 * would receive it.
 */
export async function previewOf(
  call: QueryCall,
  draft: Conversation,
  from: State | "new",
  { trial, met = NOBODY_MET, unmet }: Tried = {},
): Promise<Preview> {
  const { named, missing, judged, refusals } =
    trial ?? (await tryDraft(call, draft, unmet));
  const faults: ServiceError[] = [];
  await tried(
    () =>
      checkCall(CALLABLE[from === "new" ? "create" : "submit"], call.member),
    faults,
  );
  const mayLearn = faults.length === 0;
  faults.push(...missing, ...(mayLearn ? refusals : []));
  const learned = mayLearn ? judged : undefined;
  const after =
    learned &&
    (await tried(
      () => submitJudged(actAs(rehearsal(call), "sender"), learned, from),
      faults,
    ));
  const found = learned && (await foundOf(call, learned));
  const recipients = recipientsOf(named).map((it) => ({
    ...recipientOf(call, it, named),
    ...agentOf(call, it.address, met.get(it.address)),
    ...asksOf(found?.asked.get(it.position)),
  }));
  const problems = [
    ...faults.map((it) => problemOf(it, call.say)),
    ...denialsOf(after, learned, call.say),
  ];
  const outcome = problems.length > 0 ? "refused" : outcomeOf(after);
  const asks = outcome === "asks_person" ? learned?.verdict.review : undefined;
  const said = {
    outcome,
    recipients,
    ...(found?.money && { money: found.money }),
    asks: asks ? saidRules(objectionsOf(asks), call.say) : [],
    problems,
  } satisfies Omit<Preview, "sentences">;
  const isUnwritten = problems.every(({ pointer }) => pointer === "/parts");
  return { ...said, sentences: [...sentencesOf(said, isUnwritten, call.say)] };
}

/** Runs it, and collects why it cannot be done. */
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

/** The draft with a placeholder text, so that the rest can be judged. */
function withWords(draft: Conversation): Conversation {
  const [message, ...others] = draft.messages;
  const isSaid = draft.artifacts.length > 0 || !isEmpty(message?.parts ?? []);
  if (isSaid || !message) return draft;
  return {
    ...draft,
    messages: [{ ...message, parts: [{ text: "…" }] }, ...others],
  };
}

/** The recipients' terms for the draft. */
interface Found {
  /** The price of each recipient, by position. */
  readonly asked: ReadonlyMap<number, MicroUsdc>;
  readonly money: Money | undefined;
}

/** Shows no prices for a draft that the rules deny. */
async function foundOf(
  call: QueryCall,
  { ready, verdict }: Judged,
): Promise<Found | undefined> {
  if (verdict.review.outcome === "deny") return undefined;
  const terms = await tried(() => askedOf(call, ready), []);
  const payee = payeeOf(ready);
  const asked = new Map<number, MicroUsdc>();
  for (const it of accountRecipients(ready)) {
    const own = it === payee ? terms?.price : undefined;
    const price = own ?? (await admissionOf(call, ready, it)).asked;
    asked.set(it.position, price);
  }
  const money = terms && (await moneyOf(call, ready, terms));
  return { asked, money };
}

async function moneyOf(
  call: QueryCall,
  ready: Conversation,
  terms: { readonly price: MicroUsdc; readonly holdDays: number },
): Promise<Money | undefined> {
  const held = Math.max(ready.price, terms.price);
  if (held === 0) return undefined;
  const payee = payeeOf(ready);
  const isInLedger = ready.rail === "ledger";
  const balance =
    isInLedger && hasScope(call.member, "payments:read")
      ? await balanceOf(call, ready.ownerId)
      : undefined;
  const missing = balance === undefined ? 0 : held - balance;
  return {
    held: showMoney(held),
    ...(ready.rail === "x402" && { rail: ready.rail }),
    ...(payee && { payee: payee.address }),
    ...(terms.price > ready.price && { asked: showMoney(terms.price) }),
    ...(balance !== undefined && { balance: showMoney(balance) }),
    ...(missing > 0 && { missing: showMoney(missing) }),
    release: ready.release,
    condition: conditionWords(ready, payee, call.say),
    ...(ready.terms?.arbiter && { arbiter: ready.terms.arbiter.address }),
    returnsAfterDays: daysHeld(ready, call.now, terms.holdDays),
  };
}

function recipientOf(
  { settings }: QueryCall,
  it: Participant,
  { closed }: LookedUp,
): Preview["recipients"][number] {
  const { address, displayName, kind, accountId, position } = it;
  const shown = { address, kind, role: shownRole(it.role) };
  if (closed.some((other) => other.position === position)) {
    return { ...shown, how: "closed" };
  }
  if (it.remote || isCardUrl(address)) {
    return { ...shown, displayName, how: "remote" };
  }
  const isAccount = accountId !== null;
  const how = isNobodyHere(settings, it) ? "nobody_here" : "invite";
  return {
    ...shown,
    ...(isAccount && { displayName }),
    how: isAccount ? (kind === "service" ? "service" : "account") : how,
  };
}

function shownRole(role: Role): Preview["recipients"][number]["role"] {
  return role === "cc" || role === "bcc" ? role : "to";
}

function asksOf(price: MicroUsdc | undefined) {
  return price ? { asks: showMoney(price) } : {};
}

function problemOf(fault: ServiceError, say: Say): Problems[number] {
  const [first] = fault.faults;
  return {
    code: fault.code,
    detail: fault.said(say),
    ...(first && { pointer: first.pointer }),
  };
}

/**
 * The denials of a submit: kept as a refused conversation, which is no error but still a
 * refusal.
 */
function denialsOf(
  after: Conversation | undefined,
  judged: Judged | undefined,
  say: Say,
): Problems {
  if (after?.state !== "rejected" || !judged) return [];
  return objectionsOf(judged.verdict.review)
    .filter(({ outcome }) => outcome === "deny")
    .map((rule) => ({ code: rule.id, detail: saidRule(rule, say).detail }));
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
