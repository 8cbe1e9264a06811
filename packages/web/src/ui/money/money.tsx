import { amountText } from "../../../../../src/core/base/money.ts";
import type { Payment } from "../../api/types.ts";
import { t } from "../t.ts";

/** An amount without its currency, in the page's language. */
export function amountSaid({
  amount,
}: Pick<Payment["price"], "amount">): string {
  return amountText(amount, t.language);
}

/** An amount with its currency, which names test money as such. */
export function moneyText({
  price,
  label,
}: Pick<Payment, "price"> & { readonly label?: Payment["label"] }): string {
  return `${amountSaid(price)} ${price.currency}${label ? ` (${label})` : ""}`;
}

/** The amount that its status is about: of a price that ended in parts, the part that was paid. */
export function shownAmount({
  status,
  price,
  released,
  returned,
}: Payment): Payment["price"] {
  return status === "released" && released && returned ? released : price;
}

const STATUS_LOOKS: Readonly<Record<Payment["status"], string>> = {
  none: "text-soft",
  requires_payment: "bg-warn-back text-warn",
  held: "bg-good-back text-good",
  released: "bg-good-back text-good",
  voided: "bg-page text-soft",
  refunded: "bg-page text-soft",
};

/** The classes for a payment's status. */
export function statusLook(status: Payment["status"]): string {
  return STATUS_LOOKS[status];
}
