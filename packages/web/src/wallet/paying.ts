import type { Conversation } from "../api/types.ts";

/** An act on a conversation that a wallet pays, and how it is offered. */
export interface Paying {
  readonly conversation: Conversation;
  readonly act: "fund" | "refund";
  /** The body sent beside the payment. */
  readonly json?: object;
  /** The next request of the wallet, where the browser has one. */
  readonly hint?: string;
  /** False as long as something has to be read first. */
  readonly mayPay?: boolean;
  readonly onPaid?: () => void;
}
