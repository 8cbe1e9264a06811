import type { Conversation } from "../api/types.ts";

/** An act on a conversation that a wallet pays, and how it is offered. */
export interface Paying {
  readonly conversation: Conversation;
  readonly act: "fund" | "refund";
  /** What is sent with it beside the payment. */
  readonly json?: object;
  /** What the wallet will ask, where the browser has one. */
  readonly hint?: string;
  /** False as long as something has to be read first. */
  readonly mayPay?: boolean;
  readonly onPaid?: () => void;
}
