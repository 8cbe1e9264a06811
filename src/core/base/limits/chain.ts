/** How money on a chain is followed (docs/decisions/0029_money_on_a_chain.md). */
export const CHAIN_LIMITS = {
  chainPassMs: 5_000,
  chainAnswerMs: 10_000,
  /** How long a start waits for a node that is silent. */
  chainStartMs: 2_000,
  /** Room for what a shared escrow says in the fullest block of a chain. */
  chainAnswerBytesMax: 16 * 1024 * 1024,
  /** Movements that are read at once. */
  chainIntentsPageMax: 50,
  /** Transactions that are followed at once: no other is begun beyond them. */
  chainTransactionsOpenMax: 100,
  /** Of them, those for holds: the rest is kept for captures and returns, which are owed. */
  chainHoldsOpenMax: 50,
  /** Holds of one payer that are on their way: the rest of the room is for others. */
  chainHoldsOfPayerMax: 20,
  /** Least that is held at once, in millionths of a USDC: each hold costs the operator gas. */
  chainAmountMin: 10_000,
  /** Holds, raises and refunds that wallets signed for one payment, refused ones included. */
  chainSignedOfPaymentMax: 50,
  /** All movements of one payment, with what the service does with what was signed. */
  chainIntentsOfPaymentMax: 200,
  /** A transaction is sent again, and then once more with a higher fee. */
  chainResendMs: 15_000,
  chainReplaceMs: 60_000,
  chainReplacementsMax: 8,
  /** A movement that its contract refused so often on the chain waits for the operator. */
  chainFailuresMax: 3,
  /** Blocks whose events are asked for at once. */
  chainLogBlocksMax: 1_000,
  /** The time that a payer's signature has to be good for yet, and how far clocks may differ. */
  chainSignatureLeftSecondsMin: 60,
  chainClockDriftSecondsMax: 120,
  /** How long a wallet's signature is good for, from when it is made. */
  chainSignatureSeconds: 3_600,
  /** Between the end of a hold and its end on the chain, when the payer can take it back. */
  chainMarginDays: 2,
  /** A movement that is open for longer is for the operator to look at. */
  chainOpenSecondsMax: 2 * 3_600,
  /** Gas of the dearest movement, by which it is said how many the operator can pay for. */
  chainGasOfAct: 200_000,
  /** Most gas of a hold, whose payer may be a contract that takes what it likes. */
  chainGasOfHoldMax: 1_000_000,
  /** A wallet that is a contract signs with more than a key does, and says how it is made. */
  chainSignatureBytesMax: 3_072,
  /** Newest transactions whose gas `svc rail status` tells. */
  chainGasOfNewest: 200,
  /** Movements that the operator should be able to pay for: below it, `svc doctor` says so. */
  chainActsLeftMin: 100,
} as const;
