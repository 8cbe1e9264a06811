import { Type } from "typebox";
import { fitting, sizeOf } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { SINCE_FIELD } from "../../core/base/wait_fields.ts";
import { ROLES } from "../../core/conversations/model/model.ts";
import {
  LabelNames,
  SnoozedUntil,
} from "../../core/conversations/model/schemas.ts";
import type { DeliveryState } from "../../core/conversations/model/states.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import { newestThatFit } from "../../core/conversations/read/projection/shown_thread.ts";
import { roomBeside } from "../bound.ts";
import { threadIn } from "../outputs.ts";
import { recordsForm, shortAudit } from "./audit.ts";
import {
  CheckpointForm,
  FILES_BYTES_MAX,
  shortCheckpoint,
} from "./checkpoints.ts";
import { DisputeForm, disputeOf } from "./disputes.ts";
import {
  approvalUrlOf,
  ContactTypeForm,
  HEAD,
  nextStepOf,
  PaymentForm,
  paymentOf,
} from "./forms.ts";
import type { Called } from "./messages.ts";
import {
  Author,
  calledBy,
  FileForm,
  MessageForm,
  messagePart,
  shortFile,
  shortMessage,
  Words,
  YOU,
} from "./messages.ts";
import type { Presentation } from "./presentation.ts";
import { telling } from "./presentation.ts";
import {
  MilestonesForm,
  negotiated,
  ProposalsForm,
  stepsOf,
} from "./proposals.ts";
import { askedPart } from "./thread_part.ts";

const ParticipantForm = closed({
  address: Author,
  name: Type.Optional(Type.String()),
  role: Type.Enum([...ROLES]),
  relation: Type.Optional(
    Type.Enum(["self", "contact", "stranger", "service"]),
  ),
  contactType: Type.Optional(ContactTypeForm),
  /** Of an inbox elsewhere: the origin of its service. */
  service: Type.Optional(Word("link")),
  delivery: Type.Optional(Word("code")),
  because: Type.Optional(Word("sentence")),
  theirs: Type.Optional(Words),
  endedOtherwise: Type.Optional(Type.Boolean()),
});

const ThreadForm = closed({
  title: Type.String(),
  contactType: Type.Optional(ContactTypeForm),
  stateCode: Type.Optional(Word("code")),
  stateReason: Type.Optional(Words),
  declines: Type.Optional(
    Type.Array(
      closed({ address: Word("address"), reason: Type.Optional(Words) }),
    ),
  ),
  participants: Type.Array(ParticipantForm),
  payment: Type.Optional(PaymentForm),
  milestones: Type.Optional(MilestonesForm),
  proposals: Type.Optional(ProposalsForm),
  arbiter: Type.Optional(Word("address")),
  dispute: Type.Optional(DisputeForm),
  checkpoints: Type.Optional(Type.Array(CheckpointForm)),
  artifacts: Type.Optional(Type.Array(FileForm)),
  actions: Type.Optional(
    Type.Array(Word("code"), { description: "What you can do now." }),
  ),
  archived: Type.Optional(Type.Boolean()),
  snoozedUntil: Type.Optional(SnoozedUntil),
  labels: Type.Optional(LabelNames),
  imported: Type.Optional(
    Word("address", "The service it was imported from; read-only."),
  ),
});

/** A conversation with full texts, otherwise in short (docs/tool_results.md, A thread). */
export const THREAD: Presentation = {
  schema: closed({
    ...HEAD,
    contextId: Word("id"),
    conversation: Type.Optional(ThreadForm),
    messages: Type.Array(MessageForm),
    messagesOmitted: Type.Optional(
      Type.Integer({ description: "Pass it as before to read older ones." }),
    ),
    before: Type.Optional(Word("id")),
    ...SINCE_FIELD,
    audit: Type.Optional(recordsForm),
  }),
  make(output, reader) {
    const { audit: chain, since } = output;
    const whole = threadIn(output);
    if (!whole) throw new TypeError("A reading holds a conversation");
    if (reader.part) return askedPart(whole, reader, reader.part);
    const called = calledBy(whole, reader);
    const conversation = shortConversation(whole, called);
    const audit = chain && shortAudit(chain);
    const room = roomBeside({ conversation, audit });
    const { before, messagesOmitted, messages } = newestThatFit(
      whole,
      room,
      (it) => sizeOf(shortMessage(it, called)),
    );
    return {
      state: whole.state,
      nextStep: nextStepOf(whole),
      ...telling({ approvalUrl: approvalUrlOf(whole), sendAt: whole.sendAt }),
      conversationId: whole.conversationId,
      contextId: whole.contextId,
      conversation,
      messages: messages.map((it) => {
        const short = shortMessage(it, called);
        const isLong = sizeOf(short) > room;
        return isLong ? messagePart(it, called, { offset: 0, room }) : short;
      }),
      ...telling({
        messagesOmitted: messagesOmitted || undefined,
        before,
        since,
      }),
      ...(audit && { audit }),
    };
  },
};

/** The share of a result that waiting proposals may take from its messages. */
const PROPOSALS_BYTES_MAX = LIMITS.toolResultBytesMax / 2;

/** States of a delivery that a model need not read: it came, it is declined, or nothing left. */
const THERE: ReadonlySet<DeliveryState> = new Set([
  "pending",
  "on_service",
  "remote_delivered",
  "invite_sent",
  "opened",
  "declined",
  "joined",
]);

function shortConversation(view: ConversationView, called: Called): object {
  const trust = new Map(
    view.messages.map((it) => [it.author.address, it.trust]),
  );
  const participants = view.participants.map(
    ({ address, displayName, role, delivery, remote }) => {
      const { relation, contactType } = trust.get(address) ?? {};
      return {
        address: called(address),
        ...telling({
          name: isNews(displayName, address) ? displayName : undefined,
        }),
        role,
        ...(called(address) !== YOU && telling({ relation, contactType })),
        ...telling({
          service: remote?.origin,
          endedOtherwise: remote?.endedOtherwise,
          because: delivery.because?.detail,
          theirs: delivery.because?.theirs,
        }),
        ...(!THERE.has(delivery.state) && { delivery: delivery.state }),
      };
    },
  );
  const { stateCode, stateReason, contactType, archived, actions = [] } = view;
  const waiting = view.checkpoints.filter(({ status }) => status === "open");
  return {
    title: view.title,
    ...telling({
      stateCode,
      stateReason: stateCode === null ? stateReason : undefined,
      // The one that ended it is the reason of the state.
      declines: view.stateReasonBy
        ? undefined
        : view.declines?.map(({ at: _at, ...it }) => it),
      contactType: contactType === "everyone" ? undefined : contactType,
    }),
    participants,
    ...telling({
      payment: paymentOf(view),
      milestones: stepsOf(view),
      proposals: negotiated(view, called),
      arbiter: view.terms?.arbiter,
      dispute: disputeOf(view, called),
      checkpoints: waiting.map((it) =>
        shortCheckpoint(it, called, PROPOSALS_BYTES_MAX / waiting.length),
      ),
      artifacts: fitting(
        view.artifacts.map((it) => shortFile(it, called)),
        FILES_BYTES_MAX,
      ),
      actions: actions
        .filter(({ ready, name }) => ready && !SIDE_ACTIONS.includes(name))
        .map(({ name }) => ARGUMENTS[name] ?? name),
      archived,
      snoozedUntil: view.snoozedUntil ?? undefined,
      labels: view.labels,
      imported: view.imported?.service,
    }),
  };
}

/** Acts that svc.send_message and svc.add_artifact report themselves. */
const SIDE_ACTIONS: readonly string[] = ["ask_person", "add_file"];

/** Actions of a tool that does something else without the argument. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  request_refund: "refund_payment:ask",
  propose: "propose_terms",
  accept_proposal: "propose_terms:proposalId",
  withdraw_proposal: "propose_terms:withdraw",
  extend_deadline: "propose_terms:dueAt",
  raise_price: "propose_terms:raise",
  keep_price: "propose_terms:raise",
  dispute: "refund_payment:dispute",
  take_split: "refund_payment:take",
  propose_split: "refund_payment:return",
  withdraw_dispute: "refund_payment:withdraw",
  rule: "refund_payment:rule",
};

/** True for a name that tells more than the address. */
function isNews(name: string, address: string): boolean {
  const [localPart = ""] = address.split("@");
  return name !== address && name.toLowerCase() !== localPart.toLowerCase();
}
