import { escaped } from "../../packages/standards/src/html.ts";
import type { Guest } from "../core/access/principal.ts";
import { LIMITS } from "../core/base/limits.ts";
import { amountText } from "../core/base/money.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import type { ActionView } from "../core/conversations/model/turn_schemas.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { field, hidden } from "../pages/forms.ts";
import { isolated } from "../pages/page.ts";
import { actForm } from "./invite_forms.ts";

type Dispute = NonNullable<NonNullable<ConversationView["terms"]>["dispute"]>;

const REASONS = [
  ["not_as_agreed", phrase`It isn't what was agreed`],
  ["not_delivered", phrase`Nothing was delivered`],
  ["late", phrase`It came too late`],
  ["other", phrase`Something else`],
] as const;

const FIELDS: Partial<
  Readonly<
    Record<
      ActionView["name"],
      (say: Say, action: ActionView, price: string) => string
    >
  >
> = {
  take_split: (_say, { input }) => hidden("take", String(input?.take)),
  propose_split: (say) =>
    `${amountField(say`How much should go back?`)}${wordsField(say`Your words (optional)`)}`,
  dispute: (say, _action, price) =>
    `${reasonField(say)}${amountField(say`How much should go back to you?`, price)}${wordsField(say`What is wrong?`, "required")}`,
  withdraw_dispute: () => "",
};

/** A buyer's part in a dispute about the order, with the numbers that stand; "" without one. */
export function disputeSection(
  view: ConversationView,
  guest: Guest,
  say: Say,
): string {
  const dispute = view.terms?.dispute;
  const forms = (view.actions ?? []).flatMap((it) => {
    const fields = FIELDS[it.name]?.(say, it, view.payment.price.amount);
    if (fields === undefined) return [];
    const named = `${hidden("act", it.name)}${fields}`;
    return [actForm(guest, it, { path: "/i/dispute", fields: named })];
  });
  const standing = dispute ? standingIn(view, dispute, say) : "";
  if (forms.length === 0 && standing === "") return "";
  const heading = dispute ? say`Dispute` : say`Not as agreed?`;
  return `<section>\n<h2>${heading}</h2>\n${standing}${forms.join("\n")}\n</section>`;
}

/** The numbers that can still be agreed to, with their words. */
function standingIn(
  { participants }: ConversationView,
  { splits, amount }: Dispute,
  say: Say,
): string {
  const shown = ({ amount: text }: Dispute["amount"]) =>
    amountText(text, say.language);
  const lines = splits
    .filter(({ status }) => status === "open")
    .map((it) => {
      const by = participants.find(({ address }) => address === it.by);
      const name = isolated(by?.displayName || it.by);
      return `<p>${say`${name} proposes that ${shown(it.return)} of ${shown(amount)} goes back`}${it.text ? `: <q dir="auto">${escaped(it.text)}</q>` : ""}</p>\n`;
    });
  return lines.join("");
}

function reasonField(say: Say): string {
  const options = REASONS.map(
    ([value, words]) => `<option value="${value}">${say.of(words)}</option>`,
  );
  return `<div class="field">
<label for="reason">${say`Reason`}</label>
<select id="reason" name="reason">${options.join("")}</select>
</div>`;
}

function amountField(label: string, value = ""): string {
  const attributes = `required inputmode="decimal" maxlength="${LIMITS.idCharsMax}"`;
  return field({ name: "return", label, attributes, value, unit: "USDC" });
}

function wordsField(label: string, more = ""): string {
  const attributes = `${more} dir="auto" maxlength="${LIMITS.reasonCharsMax}"`;
  return field({ name: "text", label, attributes });
}
