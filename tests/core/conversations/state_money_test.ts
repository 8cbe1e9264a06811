import { expect, test } from "bun:test";
import { nextState } from "../../../src/core/conversations/model/state.ts";
import type {
  PaymentEffect,
  State,
} from "../../../src/core/conversations/model/states.ts";
import type { Verb } from "../../../src/core/conversations/model/transitions.ts";
import { TRANSITIONS } from "../../../src/core/conversations/model/transitions.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { deliverDue } from "../../mail/deliver_due.ts";
import { startRelay } from "../../mail/relay.ts";
import type { Composed, Stage } from "../core_harness.ts";
import { DAY, decide, send, startStage } from "../core_harness.ts";
import { money, paid, working } from "../payments/money_story.ts";

/** Makes what a verb is about. */
type Before = (stage: Stage) => Promise<string>;
type Act = (stage: Stage, conversationId: string) => Promise<unknown>;

/** An address that no mail reaches. */
const NOBODY = "nobody@mail.example";

const text = "words";
const draft = async ({ alice, bob }: Stage, more: Composed = {}) => {
  const words = { to: bob.address, text, price: "5", ...more };
  const { conversationId } = await alice.run(createConversation, words);
  return conversationId;
};
/** The price is more than there is. */
const unpaid: Before = (stage) => paid(stage, { price: "150" });
const credited: Before = async (stage) => {
  const conversationId = await unpaid(stage);
  const { accountId } = stage.alice;
  await stage.run(creditAccount, { accountId, amount: "50" });
  return conversationId;
};
/** The price is more than an agent pays without its person. */
const asked = (price: string) => (stage: Stage) =>
  send(stage.alice, { to: stage.bob.address, price });
const raised: Before = async (stage) => {
  const conversationId = await working(stage);
  await stage.bob.run(raisePrice, { conversationId, price: "8" });
  return conversationId;
};
const accepted: Before = (stage) => paid(stage, { release: "accepted" });
const released: Before = async (stage) => {
  const conversationId = await accepted(stage);
  await sign(stage, conversationId);
  return conversationId;
};
const cancelAsked: Before = async (stage) => {
  const conversationId = await working(stage);
  await giveBack(stage, conversationId);
  return conversationId;
};
const withMail: Before = (stage) => working(stage, { cc: NOBODY });
/** Bob's agent needs its person to write to ordinary mail. */
const writeOutward: Act = ({ bob }, conversationId) =>
  bob
    .as({ scopes: ["conversations:write"] })
    .run(sendMessage, { conversationId, text, mode: "reply-all" });
const outwardAsked: Before = async (stage) => {
  const conversationId = await withMail(stage);
  await writeOutward(stage, conversationId);
  return conversationId;
};
const blocked: Before = async (stage) => {
  const { address } = stage.alice;
  await stage.bob.asPerson().run(saveContact, { address, blocked: true });
  return await draft(stage);
};

const submit: Act = ({ alice }, conversationId) =>
  alice.run(submitDraft, { conversationId });
const sign: Act = ({ bob }, conversationId) =>
  bob.run(signReceipt, { conversationId, confirm: true });
const say: Act = ({ bob }, conversationId) =>
  bob.run(sendMessage, { conversationId, text });
const fund: Act = ({ alice }, conversationId) =>
  alice.asPerson().run(fundConversation, { conversationId });
const giveBack: Act = ({ bob }, conversationId) =>
  bob.run(cancelConversation, { conversationId, reason: "no" });
const answer =
  (who: "alice" | "bob", decision: "approve" | "decline"): Act =>
  (stage, conversationId) =>
    decide(stage[who].asPerson(), conversationId, decision);
const afterDays =
  (days: number): Act =>
  async (stage) => {
    stage.advance(days * DAY);
    await sweepDue(stage.services);
  };
const bounce: Act = async ({ services }) => {
  await using relay = await startRelay();
  relay.mood = "refuse_recipient";
  await deliverDue(services, relay.mailer);
};

const VALID = { validUntil: "2026-01-20T12:00:00Z" };

const proposedBy =
  (who: "alice" | "bob"): Before =>
  async (stage) => {
    const conversationId = await paid(stage, { price: "0" });
    const terms = { conversationId, price: "5", ...VALID };
    await stage[who].run(proposeTerms, terms);
    return conversationId;
  };

const IN_STEPS = [
  { title: "Start", amount: "2", release: "accepted" as const },
  { title: "End", amount: "3" },
];

const disputed =
  (back: string): Before =>
  async (stage) => {
    const conversationId = await working(stage);
    await stage.alice.run(openDispute, {
      ...{ conversationId, reason: "other", text: "no", return: back },
    });
    return conversationId;
  };
const takeClaim: Act = ({ bob }, conversationId) =>
  bob.asPerson().run(answerDispute, { conversationId, take: 1 });

/** Each verb of the table, done by who does it in the service. */
const STORIES: Readonly<Record<Verb, readonly [Before, Act]>> = {
  draft: [async () => "", (stage) => draft(stage)],
  delete: [
    draft,
    ({ alice }, conversationId) => alice.run(deleteDraft, { conversationId }),
  ],
  submit_denied: [blocked, submit],
  submit_asks: [(stage) => draft(stage, { price: "20" }), submit],
  submit_unpaid: [
    (stage) => draft(stage, { price: "150" }),
    ({ alice }, conversationId) =>
      alice.asPerson().run(submitDraft, { conversationId }),
  ],
  submit: [draft, submit],
  approve_submit_unpaid: [asked("150"), answer("alice", "approve")],
  approve_submit: [asked("20"), answer("alice", "approve")],
  decline_submit: [asked("20"), answer("alice", "decline")],
  submit_expired: [asked("20"), afterDays(4)],
  funded: [credited, fund],
  unfunded: [unpaid, afterDays(4)],
  start: [paid, say],
  decline: [paid, answer("bob", "decline")],
  ask: [withMail, writeOutward],
  answer: [outwardAsked, answer("bob", "approve")],
  refuse_action: [outwardAsked, answer("bob", "decline")],
  price_asked: [proposedBy("alice"), answer("bob", "approve")],
  agree: [proposedBy("bob"), answer("alice", "approve")],
  raise_price: [
    working,
    ({ bob }, conversationId) =>
      bob.run(raisePrice, { conversationId, price: "8" }),
  ],
  raise_funded: [raised, fund],
  raise_dropped: [raised, answer("alice", "decline")],
  receipt: [working, sign],
  receipt_step: [
    (stage) => paid(stage, { price: "5", milestones: IN_STEPS }),
    ({ bob }, conversationId) =>
      bob.asPerson().run(signReceipt, {
        ...{ conversationId, confirm: true, milestoneId: "m1" },
      }),
  ],
  receipt_accepted: [accepted, sign],
  dispute_settled: [disputed("2"), takeClaim],
  dispute_returned: [disputed("5"), takeClaim],
  complete: [
    released,
    ({ bob }, conversationId) =>
      bob.run(completeConversation, { conversationId }),
  ],
  cancel: [
    paid,
    ({ alice }, conversationId) =>
      alice
        .asPerson()
        .run(cancelConversation, { conversationId, reason: "no" }),
  ],
  cancel_asks: [working, giveBack],
  cancel_denied: [
    working,
    ({ alice }, conversationId) =>
      alice.refused(cancelConversation, { conversationId, reason: "no" }),
  ],
  cancel_approved: [cancelAsked, answer("bob", "approve")],
  cancel_declined: [cancelAsked, answer("bob", "decline")],
  hold_expired: [paid, afterDays(8)],
  fail: [(stage) => paid(stage, { to: NOBODY }), bounce],
};

/** The one conversation of a stage, and where the money is. */
async function standing(stage: Stage) {
  const [row] = await stage.rows(`
    select c.state, y.status, y.price from conversations c
    left join payments y on y.conversation_id = c.id`);
  const [payer = 0, payee = 0, escrow = 0] = await money(stage);
  const price = Number(row?.[2] ?? 0);
  return { state: row?.[0], status: row?.[1], price, payer, payee, escrow };
}
type Standing = Awaited<ReturnType<typeof standing>>;

/** Where the money has to be after an effect, and how its payment stands. */
const MOVED: Readonly<
  Record<PaymentEffect, (before: Standing, price: number) => Partial<Standing>>
> = {
  none: ({ payer, payee, escrow }) => ({ payer, payee, escrow }),
  keep: ({ payer, payee, escrow, status }) => ({
    payer,
    payee,
    escrow,
    status,
  }),
  require: ({ payer, payee }) => ({
    ...{ payer, payee, escrow: 0, status: "requires_payment" },
  }),
  hold: ({ payer, payee, escrow }, price) => ({
    ...{ payer: payer + escrow - price, payee, escrow: price, status: "held" },
  }),
  release: ({ payer, payee, escrow }) => ({
    ...{ payer, payee: payee + escrow, escrow: 0, status: "released" },
  }),
  release_part: ({ payer, payee, escrow, status }) => ({
    ...{ payer, payee: payee + 2e6, escrow: escrow - 2e6, status },
  }),
  split: ({ payer, payee, escrow }) => ({
    ...{ payer: payer + 2e6, payee: payee + escrow - 2e6, escrow: 0 },
    status: "released",
  }),
  void: ({ payer, payee, escrow }) => ({
    ...{ payer: payer + escrow, payee, escrow: 0, status: "voided" },
  }),
};

for (const [verb, [before, act]] of Object.entries(STORIES)) {
  const { payment, to } = TRANSITIONS[verb as Verb];
  test(`${verb}: the state and the money are where docs/states.md says (${payment})`, async () => {
    await using stage = await startStage();
    const conversationId = await before(stage);
    const then = await standing(stage);
    await act(stage, conversationId);
    const now = await standing(stage);
    const from = (then.state ?? "new") as State | "new";
    const state =
      to === "deleted" ? undefined : nextState(from, verb as Verb, "working");
    expect(now).toMatchObject({ state, ...MOVED[payment](then, now.price) });
  });
}
