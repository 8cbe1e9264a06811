import type { QueryCall } from "../../../access/context.ts";
import { isCardUrl } from "../../../addresses/address.ts";
import { foreignAt } from "../../../addresses/foreign/known.ts";
import { refuseNobodyHere } from "../../../addresses/nobody_here.ts";
import { currencyOn } from "../../../base/rails/chain.ts";
import { cleanLine, firstChars } from "../../../base/text.ts";
import { phrase } from "../../../base/words/say.ts";
import { told, toldAny } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { incomplete, invalid } from "../../../errors/field_errors.ts";
import { refuseDust } from "../../../payments/chain/least_price.ts";
import { requirePayout } from "../../../payments/payout.ts";
import { unpayable, WHY_UNPAYABLE } from "../../../payments/terms/unpayable.ts";
import type { Review } from "../../../review/review.ts";
import { toldRules } from "../../../review/said_rule.ts";
import { isForAgentsOnly } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recipientsOf, senderOf } from "../../model/model.ts";
import { isEmpty, textOf } from "../../model/parts.ts";
import { payeeOf } from "../../model/payee.ts";
import { withMessages } from "../../model/tally.ts";
import { withFoundArbiter } from "../disputes/name_arbiter.ts";
import { withStepDates } from "./milestones.ts";
import type { LookedUp } from "./recipients.ts";
import { lookUpRecipients, refuseAccountClosed } from "./recipients.ts";

const TITLE_CHARS_FROM_TEXT = 80;

/**
 * Resolves the recipients, and checks that the draft has content.
 * @param named Its recipients, if already looked up.
 * @throws invalid_input, invalid_address, invalid_price, no_payout_address
 */
export async function readyToSend(
  call: QueryCall,
  draft: Conversation,
  named?: LookedUp,
): Promise<Conversation> {
  const lookedUp = named ?? (await lookUpRecipients(call, draft));
  refuseAccountClosed(lookedUp);
  const { participants } = lookedUp;
  refuseIncomplete(draft, participants);
  refuseUnmet(participants);
  if (draft.price > 0) await refuseNobodyHere(call, participants);
  const [message] = draft.messages;
  if (draft.price > 0 && isForAgentsOnly({ participants })) {
    throw invalid(
      "/price",
      "not_payable",
      told`the service's own agents are free; remove the price`,
    );
  }
  const text = textOf(message?.parts ?? []).trim();
  const title =
    draft.title ||
    firstChars(cleanLine(text.split("\n")[0] ?? ""), TITLE_CHARS_FROM_TEXT) ||
    "(no title)";
  const terms = withStepDates(draft);
  const addressed = { ...draft, participants, title, terms };
  const ready = await withFoundArbiter(call, addressed);
  if (draft.price > 0) {
    const { accountId: payee = null, address, remote } = payeeOf(ready) ?? {};
    refuseCurrency(call, draft);
    if (remote || senderOf(ready).remote) refuseTestMoney(draft);
    if (remote && draft.milestones) {
      const detail = told`a price for an address at another service can't be split into steps`;
      throw invalid("/milestones", "not_across", detail);
    }
    // A draft may be older than the current least price.
    refuseDust(draft.rail, draft.price, "/price");
    if (remote && address) await requireForeignPayout(call, address);
    else await requirePayout(call, draft.rail, payee);
  }
  return withMessages(ready, draft.messages);
}

/**
 * Refuses a price in a currency that the service does not take, or no longer takes.
 * @throws invalid_input
 */
function refuseCurrency(
  { settings: { rails } }: QueryCall,
  { rail }: Conversation,
): void {
  if (rails.includes(rail)) return;
  const taken = toldAny(rails.map(currencyOn));
  throw invalid(
    "/currency",
    "not_taken",
    told`this service doesn't take ${currencyOn(rail)}; set currency to ${taken}`,
  );
}

/** Test money is in the books of one service. @throws invalid_input */
function refuseTestMoney({ rail }: Conversation): void {
  if (rail !== "ledger") return;
  throw invalid(
    "/price",
    "not_across",
    told`test money can't leave this service; a price for an address at another service must be in USDC`,
  );
}

/** A payee elsewhere is paid where its service's signed card says. @throws no_payout_address */
async function requireForeignPayout(
  call: QueryCall,
  address: string,
): Promise<void> {
  const known = await foreignAt(call, address);
  const because = known
    ? unpayable(known, call.settings.chain)
    : ("unpinned" as const);
  if (!because) return;
  throw new ServiceError("no_payout_address", {
    detail: told`Cannot offer a price to ${address}: ${WHY_UNPAYABLE[because]}.`,
    fix: phrase`Leave the price out, or ask them to set a payout address.`,
  });
}

/** An agent's card is read before anything is sent to it. @throws invalid_address */
function refuseUnmet(participants: readonly Participant[]): void {
  const unmet = participants.find(
    ({ accountId, address }) => accountId === null && isCardUrl(address),
  );
  if (!unmet) return;
  const detail = told`the agent card was not read yet; send it again`;
  throw new ServiceError("invalid_address", {
    detail: told`Cannot send: ${detail}.`,
    errors: [{ pointer: `/${unmet.role}`, code: "card_unread", detail }],
  });
}

/**
 * Refuses a draft without recipients or without content.
 * @throws invalid_input
 */
function refuseIncomplete(
  draft: Conversation,
  participants: readonly Participant[],
): void {
  const [first] = missingFrom(draft, participants);
  if (first) throw first;
}

/** The parts that a draft lacks: recipients or content. */
export function missingFrom(
  { messages: [message], artifacts }: Conversation,
  participants: readonly Participant[],
): readonly ServiceError[] {
  const isForNobody = recipientsOf({ participants }).length === 0;
  const isBlank =
    (!message || isEmpty(message.parts)) && artifacts.length === 0;
  return [
    ...(isForNobody
      ? [incomplete("/to", told`add at least one other recipient`)]
      : []),
    ...(isBlank ? [incomplete("/parts", told`the message is empty`)] : []),
  ];
}

/**
 * Refuses a From address that is not the sender's own.
 * @throws from_not_verified
 */
export function refuseForeignFrom({ rules }: Review): void {
  const from = rules.find((it) => it.id === "R-FROM");
  if (from?.outcome !== "deny") return;
  const detail = toldRules([from]);
  throw new ServiceError("from_not_verified", {
    detail: told`Cannot send from this address: ${detail}`,
    errors: [{ pointer: "/fromAddress", code: "R-FROM", detail }],
  });
}
