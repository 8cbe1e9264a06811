import { Type } from "typebox";
import { ACTOR_KINDS } from "../../access/actor.ts";
import { Word } from "../../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  described,
  FEE_FIELDS,
  integer,
  money,
  nullable,
  string,
  TestLabel,
  timestamp,
} from "../../base/schemas.ts";
import {
  PAYMENT_STATUSES,
  RELEASES,
  VOID_REASONS,
} from "../../payments/model.ts";
import { ActorSchema } from "./part_schemas.ts";
import {
  OnItsWaySchema,
  ReclaimSchema,
  RefundRequestSchema,
  SettlementsSchema,
} from "./record_schemas.ts";
import { ConditionSchema, StepSchema } from "./turn_schemas.ts";

const Always = <Value extends string>(value: Value) =>
  Type.Literal(value, { description: `Always ${value}.` });

export const ReleaseSchema = Type.Enum([...RELEASES], {
  description:
    "Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says.",
});

export const ReleaseActionSchema = Type.Union([
  closed(
    {
      type: Type.Literal("text", { description: "Which form it is." }),
      text: string("The recipient's task."),
    },
    { description: "Something to do, in words." },
  ),
  closed(
    {
      type: Type.Literal("artifact", { description: "Which form it is." }),
      mimeType: Type.Optional(
        Word("mediaType", "The media type it must have; any if absent."),
      ),
    },
    { description: "A file to add." },
  ),
  closed(
    {
      type: Type.Literal("url_visit", { description: "Which form it is." }),
      url: string("The address to visit."),
    },
    { description: "A page to visit." },
  ),
]);

export const ReceiptSchema = closed({
  receiptId: Word("id", "Id of the receipt."),
  conversationId: ConversationIdWord,
  paymentId: nullable(
    Word("id", "Id of the payment that it releases; null without a price."),
  ),
  proposalId: Type.Optional(Word("id", "Id of the agreed proposal.")),
  milestoneId: Type.Optional(Word("id", "Id of the step that it releases.")),
  condition: nullable(
    described(ReleaseSchema, "The release condition; null without a price."),
  ),
  evidence: closed(
    {
      messageIds: Type.Array(Word("id"), {
        description: "Ids of the messages that meet the condition.",
      }),
      artifactIds: Type.Array(Word("id"), {
        description: "Ids of the files that meet the condition.",
      }),
      decisionId: Type.Optional(
        Word("id", "Id of the acceptance that meets the condition."),
      ),
      statement: Type.Optional(
        string("The signer's statement on what was done."),
      ),
    },
    { description: "Proof that the condition is met." },
  ),
  signer: closed(
    {
      accountId: Word("id", "Id of the account."),
      address: Word("address", "Full address, such as ada@example.com."),
      kind: Type.Optional(
        Type.Enum([...ACTOR_KINDS], {
          description: "The kind of signer.",
        }),
      ),
      credentialId: Type.Optional(
        Word("id", "Id of the access that it signed by."),
      ),
    },
    { description: "The signer." },
  ),
  price: Word("amount", "Decimal USDC, such as 5.00."),
  feeBps: FEE_FIELDS.feeBps,
  fee: Type.Optional(
    Word("amount", "The service's fee, decimal USDC; absent if none."),
  ),
  label: Type.Optional(TestLabel()),
  signedAt: timestamp("When it was signed."),
  auditHash: Word(
    "digest",
    "Hash of the audit record that the receipt closes, as hex.",
  ),
  jws: Word(
    "digest",
    "EdDSA over the RFC 8785 form; keys at /.well-known/jwks.json.",
  ),
});

const PartySchema = closed({
  accountId: Word("id", "Id of the account."),
  address: Word("address", "Their address."),
});

const LedgerAskSchema = closed({
  scheme: Always("hold"),
  network: Type.Literal("svc:ledger", {
    description: "The ledger of this service.",
  }),
  asset: Always("USDC"),
  amount: Word("amount", "Micro-USDC to be held."),
  payTo: nullable(
    Word("address", "Address of the payee; null without an account."),
  ),
  maxTimeoutSeconds: integer("How long the conversation waits for the money."),
  extra: closed(
    {
      paymentId: Word("id", "Id of the payment."),
      conversationId: ConversationIdWord,
      label: TestLabel(),
    },
    { description: "Data for the ledger." },
  ),
});

/** The terms for a wallet to sign: x402 v2 `auth-capture`. */
const WalletAskSchema = closed({
  scheme: Type.Literal("auth-capture", {
    description: "Held in escrow on a chain until a receipt is signed.",
  }),
  network: Word("code", "The chain, such as eip155:84532."),
  asset: Word("address", "The token's contract."),
  amount: Word("amount", "Atomic units of the token to be held."),
  payTo: nullable(
    Word("address", "Where the payee is paid; null if withheld."),
  ),
  maxTimeoutSeconds: integer("How long a signature may be used."),
  extra: closed(
    {
      name: Word("code", "The token's name in what is signed."),
      version: Word("code", "The token's version in what is signed."),
      authCaptureEscrow: Word("address", "The escrow's contract."),
      captureAuthorizer: Word("address", "The service's account."),
      captureDeadline: integer(
        "Seconds; after this the payer can take it back.",
      ),
      refundDeadline: integer("Seconds; until when a refund is possible."),
      minFeeBps: integer("The service's lowest fee."),
      maxFeeBps: integer("The service's highest fee."),
      feeRecipient: Word("address", "Address that gets the fee."),
      paymentFlow: Always("escrow"),
      captureMode: Always("deferred"),
      operatorType: Always("delegated"),
    },
    { description: "The terms of the escrow." },
  ),
});

/** The payment that the conversation waits for (docs/money.md, Requirements). */
export const RequirementsSchema = closed({
  reason: Type.Enum(
    [
      "insufficient_balance",
      "payment_required",
      "below_recipient_price",
      "price_raised",
    ],
    {
      description:
        "Balance too low, price paid by a wallet, higher price from the recipient, or price agreed since.",
    },
  ),
  price: money("Total to be held."),
  needed: money("Amount to be held now."),
  balance: Type.Optional(
    money("The payer's available balance; only for the payer."),
  ),
  missing: Type.Optional(money("Amount the payer is short; absent if none.")),
  asOf: Type.Optional(timestamp("When balance and missing were read.")),
  label: Type.Optional(TestLabel()),
  accepts: Type.Array(Type.Union([LedgerAskSchema, WalletAskSchema]), {
    description: "In the fields of x402 v2 PaymentRequirements.",
  }),
  fund: closed(
    {
      method: Always("POST"),
      path: Word("own", "The request to make."),
      tool: Word("own", "The matching tool."),
    },
    { description: "How to pay it." },
  ),
});

export const PaymentSchema = closed({
  paymentId: Type.Optional(
    Word("id", "Id of the payment; absent without a price."),
  ),
  status: Type.Enum(["none", ...PAYMENT_STATUSES], {
    description:
      "none without a price; requires_payment until it is held; then held, and in the end released to the payee (or refunded after that) or voided: back with the payer.",
  }),
  price: money("The price; 0 without one."),
  release: described(ReleaseSchema, "The release condition."),
  releaseAction: Type.Optional(
    described(
      ReleaseActionSchema,
      "The details of the condition; null without any.",
    ),
  ),
  payer: Type.Optional(described(PartySchema, "The payer.")),
  payee: nullable(
    described(PartySchema, "The payee; null without an account."),
  ),
  rail: Type.Enum(["ledger", "x402"], {
    description: "Where the money is: the service's ledger or a chain.",
  }),
  label: Type.Optional(TestLabel()),
  condition: Type.Optional(
    described(
      ConditionSchema,
      "The condition and whether it is met; absent if there is none.",
    ),
  ),
  steps: Type.Array(StepSchema, {
    description: "The price's steps, in order; empty without a price.",
  }),
  ...FEE_FIELDS,
  pendingSince: Type.Optional(
    timestamp(
      "When a signed payment was submitted to the chain; absent if none is pending.",
    ),
  ),
  onItsWay: Type.Optional(OnItsWaySchema),
  settlements: Type.Optional(SettlementsSchema),
  reclaim: Type.Optional(ReclaimSchema),
  heldAt: Type.Optional(timestamp("When the price was held.")),
  captureBefore: Type.Optional(
    timestamp("When a held price goes back automatically."),
  ),
  released: Type.Optional(
    money("The amount paid out of the hold, fee included; absent for none."),
  ),
  returned: Type.Optional(
    money("The amount that went back from the hold; absent for none."),
  ),
  releasedAt: Type.Optional(
    timestamp("When it was released, or its last part."),
  ),
  voidedAt: Type.Optional(
    timestamp("When a held price, or what was left of it, went back."),
  ),
  voidReason: Type.Optional(
    Type.Enum([...VOID_REASONS], {
      description: "Why the held price went back, or was never held.",
    }),
  ),
  receipt: Type.Optional(
    described(ReceiptSchema, "The signed receipt; absent before it is signed."),
  ),
  signedBy: Type.Optional(described(ActorSchema, "The signer.")),
  refundBefore: Type.Optional(timestamp("When the refund period ends.")),
  refunded: Type.Optional(money("The amount refunded.")),
  refundedAt: Type.Optional(timestamp("When the last refund was made.")),
  refundRequest: Type.Optional(RefundRequestSchema),
  requirements: Type.Optional(
    described(
      RequirementsSchema,
      "Payment needed to continue; absent if none.",
    ),
  ),
});
