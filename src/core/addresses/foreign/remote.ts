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
  /** The receipt that they signed there for a price that was paid across. */
  readonly receipt?: ForeignReceipt;
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
