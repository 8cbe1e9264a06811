/** The states of a transaction. */
export const TRANSACTION_STATES = [
  "built",
  "sent",
  "mined",
  "final",
  "replaced",
  "failed",
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/**
 * The states that may follow each. An undone block leads back to `sent`; `replaced` means
 * that another transaction finally used its nonce, `failed` that the chain took it and the
 * contract refused.
 */
export const TRANSACTION_MOVES: Readonly<
  Record<TransactionState, readonly TransactionState[]>
> = {
  built: ["sent", "mined", "replaced"],
  sent: ["mined", "replaced"],
  mined: ["sent", "final", "failed", "replaced"],
  final: [],
  replaced: [],
  failed: [],
};

/** States in which a transaction is still followed. */
export const OPEN_STATES = ["built", "sent", "mined"] as const;

/** @throws RangeError for a move that is not in the table */
export function assertMove(from: TransactionState, to: TransactionState): void {
  if (TRANSACTION_MOVES[from].includes(to)) return;
  throw new RangeError(`A transaction does not go from ${from} to ${to}`);
}
