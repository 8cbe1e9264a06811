import type { ShownEntry } from "../../../addresses/grants.ts";
import { LIMITS } from "../../../base/limits.ts";
import { amountOn } from "../../../base/money.ts";
import { firstWords } from "../../../base/text.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { heldOf } from "../../../payments/model.ts";
import type { Act, Action } from "../../model/acts.ts";
import { recipientsOf } from "../../model/model.ts";
import { textOf } from "../../model/parts.ts";
import type { CardRow } from "./card_row.ts";
import {
  arbiterWords,
  balanceWords,
  deadlineWords,
  shownRecipients,
  shownTitle,
} from "./card_words.ts";
import { ARBITRATION_CARD, DISPUTE_CARD } from "./dispute_cards.ts";

/** The card of an act that also accepts the request, other than a message. */
function accepting(
  title: (shown: string, say: Say) => string,
  wanted: (name: string, shown: string, say: Say) => string,
): CardRow<Act>["card"] {
  return (conversation, { askedBy: { name }, say }) => ({
    title: title(shownTitle(conversation), say),
    summary: `${wanted(name, shownTitle(conversation), say)} ${say`If you decline, nothing happens and the request stays open.`}`,
  });
}

const CARDS: { readonly [A in Act]: CardRow<A> } = {
  submit: {
    hours: LIMITS.reviewHours,
    undone: "nothing is sent or held",
    async card(conversation, { askedBy: { name }, say, balance }) {
      const { price, rail } = conversation;
      const to = shownRecipients(recipientsOf(conversation), say);
      const what = say`${name} wants to send "${shownTitle(conversation)}" to ${to}.`;
      const money: string[] = [];
      if (price === 0) money.push(say`Nothing is charged.`);
      else {
        const held = amountOn(conversation, price, say.language);
        money.push(say`${held} is held until the recipient signs a receipt.`);
        const has = rail === "ledger" ? await balance() : undefined;
        if (rail !== "ledger") money.push(say`You pay it from your wallet.`);
        else if (has !== undefined) money.push(balanceWords(price, has, say));
      }
      return {
        title:
          price === 0
            ? say`Send to ${to}?`
            : say`Send to ${to} for ${amountOn(conversation, price, say.language)}?`,
        summary: [
          what,
          ...deadlineWords(conversation, say),
          ...money,
          say`If you decline, nothing is sent or held.`,
        ].join(" "),
      };
    },
  },
  outward: {
    hours: LIMITS.reviewHours,
    undone: "nothing is sent",
    card(conversation, { action, askedBy: { name }, say }) {
      const to = shownRecipients(action.recipients, say);
      return {
        title: say`Send to ${to}?`,
        summary: say`${name} wants to reply to ${to} in "${shownTitle(conversation)}". If you decline, the message isn't sent and the work continues.`,
      };
    },
  },
  reply: {
    hours: LIMITS.reviewHours,
    undone: "nothing is sent or accepted",
    card(conversation, { action, askedBy: { name }, say }) {
      const to = shownRecipients(action.recipients, say);
      return {
        title: say`Accept and send to ${to}?`,
        summary: say`${name} wants to accept "${shownTitle(conversation)}" and reply to ${to}. If you decline, nothing is sent and the request stays open.`,
      };
    },
  },
  artifact: {
    hours: LIMITS.reviewHours,
    undone: "nobody else sees the file, and nothing is accepted",
    card: accepting(
      (shown, say) => say`Accept "${shown}" and add a file?`,
      (name, shown, say) =>
        say`${name} wants to add a file to "${shown}". That accepts the request.`,
    ),
  },
  complete: {
    hours: LIMITS.reviewHours,
    undone: "nothing is completed or accepted",
    card: accepting(
      (shown, say) => say`Accept and complete "${shown}"?`,
      (name, shown, say) =>
        say`${name} wants to mark "${shown}" as completed. That accepts the request.`,
    ),
  },
  receipt: {
    hours: LIMITS.reviewHours,
    undone: "nothing is signed or accepted",
    card: accepting(
      (shown, say) => say`Accept "${shown}" and sign the receipt?`,
      (name, shown, say) =>
        say`${name} wants to sign the receipt for "${shown}". That accepts the request.`,
    ),
  },
  ask: {
    hours: LIMITS.reviewHours,
    undone: "nobody else reads the question, and the work rests",
    card(conversation, { action, askedBy: { name }, say }) {
      const question = conversation.messages.find(
        ({ id }) => id === action.messageId,
      );
      // The card is in a list's summary, which shows only a preview of a message.
      const words = firstWords(
        textOf(question?.parts ?? []),
        LIMITS.previewCharsMax,
      );
      return {
        title: say`${name} needs your input`,
        summary: say`${name} asks about "${shownTitle(conversation)}": ${words}`,
      };
    },
  },
  cancel: {
    hours: LIMITS.reviewHours,
    undone: "nothing is canceled",
    card(conversation, { asked, askedBy: { name }, say }) {
      const title = shownTitle(conversation);
      const { payment, price } = conversation;
      // Steps that were paid out do not go back.
      const back = payment?.status === "held" ? heldOf(payment) : price;
      const held = amountOn(conversation, back, say.language);
      return {
        title: say`Cancel "${title}"?`,
        summary:
          asked.role === "sender"
            ? say`${name} wants to cancel "${title}". The held ${held} would go back to you. If you decline, nothing changes.`
            : say`${name} wants to cancel "${title}". The held ${held} would go back to the sender, and you wouldn't be paid. If you decline, nothing changes.`,
      };
    },
  },
  raise_price: {
    hours: LIMITS.fundingHours,
    undone: "the price stays as it is",
    card(conversation, { action, say }) {
      const { title } = conversation;
      const price = Number(action.price);
      const extra = Number(action.extra);
      const more = amountOn(conversation, extra, say.language);
      const held = amountOn(conversation, price - extra, say.language);
      return {
        title: say`Raise the price to ${amountOn(conversation, price, say.language)}`,
        summary:
          conversation.rail === "ledger"
            ? say`The recipient of "${title}" asks for ${more} more. If you approve, it's held on top of the ${held} already held. If you decline, the price stays the same.`
            : say`The recipient of "${title}" asks for ${more} more. If you sign it with your wallet, it's held on top of the ${held} already held. If you decline, the price stays the same.`,
      };
    },
  },
  proposal: {
    hours: LIMITS.proposalDaysMax * 24,
    undone: "nothing is agreed or held",
    card(conversation, { action, asked, askedBy: { name }, say }) {
      const title = shownTitle(conversation);
      const price = amountOn(conversation, Number(action.price), say.language);
      const judge = action.arbiter ?? conversation.terms?.arbiter?.address;
      const offered =
        asked.role === "sender"
          ? say`${name} would do "${title}" for ${price}. If you accept, it's held until they sign the receipt. If you decline, nothing changes.`
          : say`${name} offers ${price} for "${title}". If you accept, they're asked to pay it. If you decline, nothing changes.`;
      return {
        title: say`Agree on ${price} with ${name}?`,
        summary: judge ? `${offered} ${arbiterWords(judge, say)}` : offered,
      };
    },
  },
  dispute: DISPUTE_CARD,
  arbitration: ARBITRATION_CARD,
  refund: {
    hours: LIMITS.refundRequestHours,
    undone: "nothing is given back",
    card(conversation, { action, say }) {
      const amount = amountOn(
        conversation,
        Number(action.amount),
        say.language,
      );
      const rail = conversation.payment?.rail ?? "ledger";
      return {
        title: say`Refund ${amount}?`,
        summary: `${say`${conversation.fromAddress} asks for a refund of ${amount} paid for "${shownTitle(conversation)}".`} ${say.of(GIVEN_BACK[rail])}`,
      };
    },
  },
  accept: {
    hours: LIMITS.acceptanceHours,
    undone: "nothing is accepted",
    card(conversation, { action, rules, say }) {
      const { title, fromAddress, fromName, contactType } = conversation;
      const price = Number(action.price);
      const offer =
        price > 0
          ? say`${amountOn(conversation, price, say.language)} is held for you until you sign the receipt.`
          : say`No price is offered.`;
      const claim = rules.some(({ id }) => id === "R-PRIVILEGE")
        ? ` ${say`They claim to be in ${contactType}, but your contacts don't say so.`}`
        : "";
      return {
        title: say`Accept the request from ${fromName}`,
        summary: `${say`${fromAddress} asks: ${title}.`} ${[offer, ...deadlineWords(conversation, say)].join(" ")}${claim} ${say`If you decline, any held price goes back to the sender.`}`,
      };
    },
  },
  grant: {
    hours: LIMITS.reviewHours,
    undone: "the contact stays as it is",
    card: (_desk, { askedBy: { name }, action, say }) => ({
      title: say`Change your contact ${action.address}?`,
      summary: say`${name} wants to change your contact ${action.address} from ${inWords(action.before, say)} to ${inWords(action.after, say)}. If you decline, nothing changes.`,
    }),
  },
};

/** How a checkpoint about an action asks. */
export function cardRowOf<A extends Act>({
  act,
}: Pick<Action<A>, "act">): CardRow<Act> {
  return CARDS[act];
}

/** How money is given back, in words. */
const GIVEN_BACK = {
  ledger: phrase`If you approve, it comes out of your balance. If you decline, you keep it.`,
  x402: phrase`To refund it, sign with your wallet. If you decline, you keep it.`,
} as const;

/** A contact's type and status in a few words. */
function inWords(entry: ShownEntry | null, say: Say): string {
  if (!entry) return say`no contact`;
  const { contactType, standing } = entry;
  return `${contactType}${say.of(STANDING_WORDS[standing])}`;
}

const STANDING_WORDS: Readonly<Record<ShownEntry["standing"], string>> = {
  usual: "",
  blocked: phrase`, blocked`,
  allowed: phrase`, can always write without acceptance or price`,
};
