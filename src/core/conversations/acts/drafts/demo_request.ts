import type { CommandCall } from "../../../access/context.ts";
import { serviceAgent } from "../../../agents/service_agents.ts";
import { LIMITS } from "../../../base/limits.ts";
import { amountText, showMoney } from "../../../base/money.ts";
import { DAY_MS } from "../../../base/time.ts";
import { creditWallet } from "../../../payments/ledger.ts";
import { placeHold } from "../../../payments/rail.ts";
import { allowanceFor } from "../../../payments/spending.ts";
import { reviewSubmit } from "../../../review/review.ts";
import { actAs } from "../../model/acting.ts";
import { paidTo } from "../../model/paid_to.ts";
import { openAcceptances } from "../admission/open_acceptances.ts";
import { move, recordReview, setPayment } from "../store/change.ts";
import { save } from "../store/save.ts";
import type { Addressee } from "../thread/from_service.ts";
import { draftFromService } from "../thread/from_service.ts";
import { newPayment } from "./commit_submit.ts";
import { submitAction, submitFacts } from "./submit_facts.ts";

const AGENT = serviceAgent("demobaker");

/**
 * Sends a new account a paid request to try, in the commit that creates it: test money goes
 * from the mint to the demo sender, and is held. No mail is sent.
 * @returns Its id; null if the settings want none.
 */
export async function sendDemoRequest(
  newcomers: CommandCall,
  to: Addressee,
): Promise<string | null> {
  const { demoPrice: price } = newcomers.settings;
  if (price === 0) return null;
  const call = asDemoSender(newcomers);
  const draft = draftFromService(call, { ...wordsFor(call, to), price });
  const facts = await submitFacts(call, draft);
  const { review, grants } = reviewSubmit(call, submitAction(draft), facts);
  if (!grants) return null;
  recordReview(call, draft, review);
  const { reviewId } = review;
  const { accountId } = AGENT;
  creditWallet(call, { accountId, amount: price, chainId: draft.id });
  const held = placeHold(call, grants.payment, newPayment(call, draft), {
    allowance: await allowanceFor(call, price, paidTo(draft)),
    conversationId: draft.id,
    captureBefore: call.now + LIMITS.holdDaysDefault * DAY_MS,
  });
  const paid = setPayment(call, draft, held, "payment.held", { reviewId });
  const asked = await openAcceptances(call, paid);
  const sent = move(call, asked, "new", "submit", { reviewId });
  save(call, null, sent, { notify: [1] });
  return sent.id;
}

/** The same call as an act of the demo sender, whom the records name. */
function asDemoSender(call: CommandCall): CommandCall {
  const { accountId } = AGENT;
  const actor = { kind: "service", accountId } as const;
  const demo: CommandCall = {
    ...call,
    member: { kind: "service", accountId, scopes: null },
    record: (change) => call.record({ actor, ...change }),
  };
  return actAs(demo, "sender");
}

function wordsFor({ say, settings }: CommandCall, to: Addressee) {
  const amount = amountText(showMoney(settings.demoPrice).amount, say.language);
  return {
    ...{ agent: AGENT, to },
    title: say`A slogan for the bakery`,
    text: say`Hello ${to.name}, our bakery opens on Monday and has no slogan yet. One line is enough! Reply with it, then sign the receipt, and ${amount} is yours.\n\nThis is a demo: I'm a program, and the money is test money.`,
  };
}
