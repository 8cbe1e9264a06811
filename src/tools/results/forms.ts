import { Type } from "typebox";
import { CONTACT_TYPES } from "../../core/addresses/contact_types.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import {
  ReleaseActionSchema,
  ReleaseSchema,
} from "../../core/conversations/model/payment_schema.ts";
import { StateSchema } from "../../core/conversations/model/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { ThreadOutput } from "../outputs.ts";
import { shortAmount } from "./amount.ts";
import { telling } from "./presentation.ts";

/** The first members of every result about a conversation, in this order. */
export const HEAD = {
  state: StateSchema,
  nextStep: Type.Optional(
    closed({
      who: Type.Enum(["you", "them", "person", "nobody"]),
      text: Word("sentence"),
      by: Type.Optional(Word("time")),
      rule: Type.Optional(Word("code")),
      reason: Type.Optional(Word("sentence")),
    }),
  ),
  approvalUrl: Type.Optional(Word("link")),
  sendAt: Type.Optional(Word("time")),
  conversationId: Word("id"),
};

/** Warnings about something unusual that was done anyway, with the address concerned. */
export const WarningsForm = Type.Array(
  closed({ code: Word("code"), address: Word("address") }),
);

/** The price and its status. */
export const PaymentForm = closed({
  status: Word("code"),
  price: Word("amount"),
  currency: Type.Optional(Type.Literal("USDC")),
  release: ReleaseSchema,
  condition: Type.Optional(Word("sentence")),
  missing: Type.Optional(Word("sentence")),
  releaseAction: Type.Optional(ReleaseActionSchema),
  needed: Type.Optional(Word("amount")),
  onItsWay: Type.Optional(Word("code")),
  released: Type.Optional(Word("amount")),
  returned: Type.Optional(Word("amount")),
  reclaim: Type.Optional(closed({ at: Word("time"), text: Word("sentence") })),
});

export const ContactTypeForm = Type.Enum([...CONTACT_TYPES]);

/** The next step, from the stored state. */
export function nextStepOf(view: ConversationView) {
  if (view.withheld) return undefined;
  const { who, text, by, rule, reason } = view.nextStep;
  const told = [text, walletWords(view)].filter((it) => it !== "").join(" ");
  return { who, text: told, ...telling({ by, rule, reason }) };
}

/** The signer of a price that is held on a chain: a model has no wallet, its person may have one. */
function walletWords({
  state,
  nextStep: { who },
  payment: { rail, requirements, onItsWay },
}: ConversationView): string {
  if (state !== "auth-required" || rail !== "x402" || onItsWay) return "";
  if (requirements) {
    if (who === "them") return "";
    const own = "With a wallet of your own, call svc.fund_conversation.";
    return `Your person signs with a wallet at approvalUrl. ${own}`;
  }
  return who === "them"
    ? "Usually within seconds: then svc.get_conversation has the page where your person signs with a wallet."
    : "";
}

/** Says that something waits for the caller's person, and which tool shows the outcome. */
export function askingPerson({ waiting = "", rule, reason }: ThreadOutput) {
  // The caller's own person: the name identifies them.
  const whom = waiting.replace(/ \([^\s()]+@[^\s()]+\)/, "");
  const short = whom.replace(/ before they decide\.$/, ".");
  const text = `${short} See svc.get_conversation.`;
  return { who: "person", text, ...telling({ rule, reason }) };
}

/** The page where the person decides what waits for the viewer's account. */
export function approvalUrlOf({ checkpoints, nextStep }: ConversationView) {
  const asked = checkpoints.find(
    (it) => it.status === "open" && it.approvalUrl !== undefined,
  );
  return pageOf(asked?.approvalUrl ?? nextStep.approvalUrl);
}

/** The page shows what waits; a model need not name it. */
export function pageOf(approvalUrl: string | undefined): string | undefined {
  return approvalUrl?.replace(/#.*$/, "");
}

/** The payment in short; undefined without a price. */
export function paymentOf({ payment }: Pick<ConversationView, "payment">) {
  const { status, price, rail, release } = payment;
  const { condition, releaseAction, requirements, onItsWay, reclaim } = payment;
  const { released, returned } = payment;
  // The whole price is said by the status.
  const isPart = (status === "held" && !!released) || (released && returned);
  if (status === "none") return undefined;
  return {
    status,
    price: price.amount,
    // Without it, the amount is test money.
    ...(rail === "x402" && { currency: "USDC" as const }),
    ...(onItsWay !== undefined && { onItsWay }),
    release,
    ...telling({
      ...(release === "converted" && {
        condition: condition?.met === false ? condition.text : undefined,
        missing: condition?.missing,
      }),
      releaseAction: release === "converted" ? releaseAction : undefined,
      needed: shortAmount(requirements?.needed),
      ...(isPart && {
        released: shortAmount(released),
        returned: shortAmount(returned),
      }),
      reclaim: reclaim && { at: reclaim.at, text: reclaim.text },
    }),
  };
}
