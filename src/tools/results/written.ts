import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import {
  LabelNames,
  SnoozedUntil,
} from "../../core/conversations/model/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { ThreadOutput } from "../outputs.ts";
import {
  approvalUrlOf,
  askingPerson,
  HEAD,
  nextStepOf,
  pageOf,
  paymentOf,
  WarningsForm,
} from "./forms.ts";
import type { Presentation } from "./presentation.ts";
import { telling } from "./presentation.ts";

/** Members that a write may add to the conversation's state; each tool returns a few. */
const GIVEN = {
  conversation: closed({ id: Word("id"), title: Type.String() }),
  contextId: Type.Optional(Word("id")),
  messageId: Type.Optional(Word("id")),
  artifactId: Type.Optional(Word("id")),
  checkpointId: Type.Optional(Word("id")),
  receiptId: Type.Optional(Word("id")),
  proposalId: Type.Optional(Word("id")),
  decision: Type.Optional(Type.Enum(["approve", "decline"])),
  recorded: Type.Optional(Type.Boolean()),
  unread: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  snoozedUntil: Type.Optional(SnoozedUntil),
  labels: Type.Optional(LabelNames),
  paymentStatus: Type.Optional(Word("code")),
  onItsWay: Type.Optional(Word("code")),
  price: Type.Optional(Word("amount")),
  needed: Type.Optional(Word("amount")),
  refunded: Type.Optional(Word("amount")),
  readers: Type.Optional(Type.Array(Word("address"))),
  warnings: Type.Optional(WarningsForm),
};

/** The result of a write: the conversation's state, and the new ids. */
export const WRITTEN: Presentation = {
  isBrief: true,
  schema: closed({ ...HEAD, ...GIVEN }),
  make(output) {
    const { conversation: view, waiting, approvalUrl } = output;
    if (!view) throw new TypeError("A write answers with its conversation");
    const isWaiting = waiting !== undefined;
    return {
      state: view.state,
      ...telling({
        nextStep: isWaiting ? askingPerson(output) : nextStepOf(view),
        approvalUrl: pageOf(approvalUrl) ?? approvalUrlOf(view),
        sendAt: view.sendAt,
      }),
      conversationId: view.conversationId,
      conversation: { id: view.id, title: view.title },
      ...telling({
        ...idsIn(output),
        // A read has these; while it waits, the link matters.
        ...(isWaiting && { contextId: undefined }),
        // The id is of no use to a caller who may not decide it.
        checkpointId: isWaiting ? undefined : output.checkpointId,
        ...(!isWaiting && moneyIn(view)),
        readers: output.readers,
        warnings: output.warnings,
      }),
      ...flagsIn(output),
    };
  },
};

function idsIn(output: ThreadOutput) {
  const { contextId, messageId, artifactId, receipt, decision, recorded } =
    output;
  const { proposal } = output;
  return {
    contextId,
    messageId,
    artifactId,
    receiptId: receipt?.receiptId,
    proposalId: proposal?.proposalId,
    decision,
    recorded,
  };
}

function moneyIn(view: ConversationView) {
  const payment = paymentOf(view);
  return {
    paymentStatus: payment?.status,
    onItsWay: payment?.onItsWay,
    price: payment?.price,
    needed: payment?.needed,
    refunded: view.payment.refunded?.amount,
  };
}

function flagsIn({ unread, archived, snoozedUntil, labels }: ThreadOutput) {
  return {
    ...(unread !== undefined && { unread }),
    ...(archived !== undefined && { archived }),
    ...telling({ snoozedUntil: snoozedUntil ?? undefined, labels }),
  };
}

/** A deleted draft. */
export const DELETED: Presentation = {
  schema: closed({ conversationId: Word("id"), deleted: Type.Literal(true) }),
  make: ({ conversationId, deleted }) => ({ conversationId, deleted }),
};

/** A file that was added, or waits for approval. */
export const ADDED: Presentation = {
  schema: closed({
    nextStep: HEAD.nextStep,
    approvalUrl: HEAD.approvalUrl,
    conversationId: Word("id"),
    artifactId: Word("id"),
    size: Type.Optional(Type.Integer()),
  }),
  make(output) {
    const { waiting, approvalUrl, artifactId, artifact } = output;
    return {
      ...(waiting !== undefined && { nextStep: askingPerson(output) }),
      ...telling({ approvalUrl: pageOf(approvalUrl) }),
      conversationId: artifact?.conversationId,
      artifactId,
      ...telling({ size: artifact?.size || undefined }),
    };
  },
};
