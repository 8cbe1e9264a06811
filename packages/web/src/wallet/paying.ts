import type { Conversation } from "../api/types.ts";

/** An act on a conversation that a wallet pays, and its button. */
export interface Paying {
  readonly conversation: Conversation;
  readonly act: "fund" | "refund";
  /** The body that is sent with the payment. */
  readonly json?: object;
  /** What the wallet asks next, if the browser has one. */
  readonly hint?: string;
  /** False while something must be read first. */
  readonly mayPay?: boolean;
  readonly onPaid?: () => void;
}
