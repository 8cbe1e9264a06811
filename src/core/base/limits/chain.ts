/** How money on a chain is followed (docs/decisions/0029_money_on_a_chain.md). */
export const CHAIN_LIMITS = {
  chainPassMs: 5_000,
  chainAnswerMs: 10_000,
  /** How long a start waits for a silent node. */
  chainStartMs: 2_000,
  /** Room for the events of a shared escrow in a chain's fullest block. */
  chainAnswerBytesMax: 16 * 1024 * 1024,
  /** Movements read at once. */
  chainIntentsPageMax: 50,
  /** Transactions followed at once; no more are started. */
  chainTransactionsOpenMax: 100,
  /** Of these, those for holds: the rest is for captures and returns, which are owed. */
  chainHoldsOpenMax: 50,
  /** Pending holds of one payer: the rest of the room is for others. */
  chainHoldsOfPayerMax: 20,
  /** Smallest hold, in millionths of a USDC: each hold costs the operator gas. */
  chainAmountMin: 10_000,
  /** Holds, raises and refunds signed by wallets for one payment, including refused ones. */
  chainSignedOfPaymentMax: 50,
  /** All movements of one payment, including the service's own. */
  chainIntentsOfPaymentMax: 200,
  /** The same for a hold at another service: it shows no more parts, only the end. */
  chainPartsWatchedMax: 50,
  /** A transaction is sent again, and then with a higher fee. */
  chainResendMs: 15_000,
  chainReplaceMs: 60_000,
  chainReplacementsMax: 8,
  /** A movement that its contract refused this often waits for the operator. */
  chainFailuresMax: 3,
  /** Blocks whose events are requested at once. */
  chainLogBlocksMax: 1_000,
  /** How long a payer's signature must remain valid, and how far clocks may differ. */
  chainSignatureLeftSecondsMin: 60,
  chainClockDriftSecondsMax: 120,
  /** How long a wallet's signature is valid. */
  chainSignatureSeconds: 3_600,
  /** Time between the end of a hold and its end on the chain, when the payer can take it back. */
  chainMarginDays: 2,
  /** The bounds of a hold that another service asks for, and of a signature for it. */
  chainForeignHoldDaysMin: 1,
  chainForeignHoldDaysMax: 60,
  chainForeignRefundDaysMax: 400,
  chainForeignTimeoutSecondsMax: 7_200,
  /** A movement open for longer needs the operator. */
  chainOpenSecondsMax: 2 * 3_600,
  /** Gas of the most expensive movement, to estimate how many the operator can pay for. */
  chainGasOfAct: 200_000,
  /** Maximum gas of a hold, whose payer may be a contract that uses any amount. */
  chainGasOfHoldMax: 1_000_000,
  /** A contract wallet's signature is longer than a key's, and says how to deploy it. */
  chainSignatureBytesMax: 3_072,
  /** Newest transactions whose gas `svc rail status` shows. */
  chainGasOfNewest: 200,
  /** Movements that the operator should be able to pay for; below this `svc doctor` warns. */
  chainActsLeftMin: 100,
} as const;
