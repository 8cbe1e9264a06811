import type { Unpayable } from "../../payments/terms/unpayable.ts";

/** A participant whose inbox is at another service (docs/decisions/0036). */
export interface Remote {
  /** The URL of their card. */
  readonly card: string;
  /** The origin of their service. */
  readonly origin: string;
  /** The task that mirrors the conversation there; null before it is known, and of a sender. */
  readonly taskId: string | null;
  readonly contextId: string | null;
  /** The task's state as its service last told it, in A2A's word. */
  readonly state: string | null;
  /** When that was. */
  readonly seenAt: number | null;
  /** True if the task ended otherwise than the conversation: both ends were on their way at once. */
  readonly endedOtherwise?: true;
  /** Why the last message did not come there: a code of ours, of A2A, or the HTTP status. */
  readonly failure?: string;
  /** Its own code and words for that. */
  readonly refusal?: string;
  /** The receipt that they signed there for a price that was paid across. */
  readonly receipt?: ForeignReceipt;
  /** True for an agent that is no installation: it signs no receipt. */
  readonly plain?: true;
  /** The payment that it asks for, and can't get from here. */
  readonly asks?: RemoteAsk;
}

/** A payment that an agent asks for and this service can't make. */
export interface RemoteAsk {
  /** Its message that asks. */
  readonly messageId: string;
  /** How many messages the conversation had with it: a later one answers it. */
  readonly count: number;
  readonly because: Unpayable;
  /** The first of its offers; null if that is in no known form. */
  readonly offer: ForeignOffer | null;
}

/** An offer to be paid: a number, a chain and addresses, so it can hold no words. */
export interface ForeignOffer {
  /** In the smallest units of the token. */
  readonly amount: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  /** True for the token of this service's chain. */
  readonly isUsdc: boolean;
}

/** A receipt of another service, checked with its key. */
export interface ForeignReceipt {
  readonly receiptId: string;
  readonly signedAt: string;
  /** The key of that service which signed it. */
  readonly keyId: string;
  /** The whole signed statement. */
  readonly jws: string;
}
