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
import { OnItsWaySchema, SettlementsSchema } from "./record_schemas.ts";
import { ConditionSchema, StepSchema } from "./turn_schemas.ts";

const Always = <Value extends string>(value: Value) =>
  Type.Literal(value, { description: `Always ${value}.` });

export const ReleaseSchema = Type.Enum([...RELEASES], {
  description:
    "What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says.",
});

export const ReleaseActionSchema = Type.Union([
  closed(
    {
      type: Type.Literal("text", { description: "Which form it is." }),
      text: string("What the recipient has to do."),
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
  condition: nullable(
    described(
      ReleaseSchema,
      "What the sender had asked for; null without a price.",
    ),
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
        string("The signer's own words on what was done."),
      ),
    },
    { description: "What meets the condition." },
  ),
  signer: closed(
    {
      accountId: Word("id", "Id of the account."),
      address: Word("address", "Full address, such as ada@example.com."),
      kind: Type.Optional(
        Type.Enum([...ACTOR_KINDS], {
          description: "What signed for the account.",
        }),
      ),
      credentialId: Type.Optional(
        Word("id", "Id of the access that it signed by."),
      ),
    },
    { description: "Who signed it." },
  ),
  price: Word("amount", "Decimal USDC, such as 5.00."),
  feeBps: FEE_FIELDS.feeBps,
  fee: Type.Optional(
    Word("amount", "What the service kept, decimal USDC; absent for nothing."),
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
  maxTimeoutSeconds: integer(
    "How long the conversation waits for the money, from when it was asked for.",
  ),
  extra: closed(
    {
      paymentId: Word("id", "Id of the payment."),
      conversationId: ConversationIdWord,
      label: TestLabel(),
    },
    { description: "What the ledger has to know." },
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
      captureDeadline: integer("Seconds; after it the payer takes it back."),
      refundDeadline: integer("Seconds; until when a refund is possible."),
      minFeeBps: integer("Least that the service keeps."),
      maxFeeBps: integer("Most that the service keeps."),
      feeRecipient: Word("address", "Who gets what the service keeps."),
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
        "Too little on the balance, a price that a wallet pays, a higher price of the recipient, or one that was agreed since.",
    },
  ),
  price: money("What has to be held."),
  needed: money("What has to be held now."),
  balance: Type.Optional(
    money("What the payer can spend; only for the payer."),
  ),
  missing: Type.Optional(money("What the payer lacks; absent if nothing.")),
  asOf: Type.Optional(timestamp("When balance and missing were read.")),
  label: Type.Optional(TestLabel()),
  accepts: Type.Array(Type.Union([LedgerAskSchema, WalletAskSchema]), {
    description: "In the fields of x402 v2 PaymentRequirements.",
  }),
  fund: closed(
    {
      method: Always("POST"),
      path: Word("own", "The request to make."),
      tool: Word("own", "The tool that does the same."),
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
  release: described(ReleaseSchema, "What must happen before it is released."),
  releaseAction: Type.Optional(
    described(
      ReleaseActionSchema,
      "The details of the condition; null without any.",
    ),
  ),
  payer: Type.Optional(described(PartySchema, "Who pays.")),
  payee: nullable(
    described(PartySchema, "Who is paid; null without an account."),
  ),
  rail: Type.Enum(["ledger", "x402"], {
    description: "What holds the money: the service's ledger or a chain.",
  }),
  label: Type.Optional(TestLabel()),
  condition: Type.Optional(
    described(
      ConditionSchema,
      "What the sender asked for, and whether it is there; absent without a condition.",
    ),
  ),
  steps: Type.Array(StepSchema, {
    description: "The way of the price, in order; empty without one.",
  }),
  ...FEE_FIELDS,
  pendingSince: Type.Optional(
    timestamp("Since when what a wallet signed is on its way; absent if none."),
  ),
  onItsWay: Type.Optional(OnItsWaySchema),
  settlements: Type.Optional(SettlementsSchema),
  heldAt: Type.Optional(timestamp("When the price was set aside.")),
  captureBefore: Type.Optional(
    timestamp("When a held price comes back by itself."),
  ),
  releasedAt: Type.Optional(timestamp("When it was released.")),
  voidedAt: Type.Optional(timestamp("When a held price came back.")),
  voidReason: Type.Optional(
    Type.Enum([...VOID_REASONS], {
      description: "Why the held price came back, or was never held.",
    }),
  ),
  receipt: Type.Optional(
    described(ReceiptSchema, "The signed receipt; absent before it is signed."),
  ),
  signedBy: Type.Optional(described(ActorSchema, "Who signed it.")),
  refundBefore: Type.Optional(
    timestamp("Until when the payee can give it back."),
  ),
  refunded: Type.Optional(money("How much was given back.")),
  refundedAt: Type.Optional(timestamp("When something was last given back.")),
  refundRequest: Type.Optional(
    closed(
      {
        amount: money("How much was asked for."),
        reason: Type.Optional(string("Why, in the payer's words.")),
        outcome: Type.Enum(["open", "approved", "declined", "expired"], {
          description: "What came of it; open waits for the payee.",
        }),
        at: timestamp("When it was asked for."),
        by: Type.Optional(timestamp("Until when the payee can answer it.")),
        comment: Type.Optional(string("What the payee said to it.")),
      },
      {
        description:
          "What the payer asked to get back last, for the payer and the payee.",
      },
    ),
  ),
  requirements: Type.Optional(
    described(
      RequirementsSchema,
      "What must be paid to go on; absent if nothing.",
    ),
  ),
});
