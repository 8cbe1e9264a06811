import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { SINCE_FIELD } from "../../core/base/wait_fields.ts";
import {
  LabelNames,
  SnoozedUntil,
} from "../../core/conversations/model/schemas.ts";
import type { ConversationView } from "../../core/conversations/projection/present.ts";
import {
  fitting,
  newestThatFit,
  sizeOf,
  withShortProposals,
} from "../bound.ts";
import { recordsForm, shortAudit } from "./audit.ts";
import {
  approvalUrlOf,
  ContactTypeForm,
  HEAD,
  nextStepOf,
  PaymentForm,
  paymentOf,
} from "./forms.ts";
import type { Presentation, Reader } from "./presentation.ts";
import { telling } from "./presentation.ts";

type Message = ConversationView["messages"][number];
type Checkpoint = ConversationView["checkpoints"][number];
type Artifact = ConversationView["artifacts"][number];

const YOU = "you";
const Author = Type.Union([Type.Literal(YOU), Word("address")]);
const Words = Type.String();

const FileForm = closed({
  artifactId: Type.Optional(Word("id")),
  name: Type.Optional(Type.String()),
  mimeType: Type.Optional(Word("mediaType")),
  size: Type.Optional(Type.Integer()),
  uri: Type.Optional(Words),
  by: Type.Optional(Author),
});

const MessageForm = closed({
  from: Author,
  at: Word("time"),
  /** A message that asks first and accepts nothing. */
  question: Type.Optional(Type.Boolean()),
  text: Type.Optional(Words),
  data: Type.Optional(
    Type.Unknown({ description: "What its parts hold as JSON." }),
  ),
  files: Type.Optional(Type.Array(FileForm)),
  artifactIds: Type.Optional(Type.Array(Word("id"))),
});

const ParticipantForm = closed({
  address: Author,
  name: Type.Optional(Type.String()),
  role: Type.Enum(["sender", "to", "cc", "bcc"]),
  relation: Type.Optional(
    Type.Enum(["self", "contact", "stranger", "service"]),
  ),
  contactType: Type.Optional(ContactTypeForm),
});

const CheckpointForm = closed({
  checkpointId: Word("id"),
  act: Word("code"),
  title: Type.Optional(Type.String()),
  mayDecide: Type.Optional(Type.Boolean()),
  approve: Type.Optional(Word("sentence")),
  decline: Type.Optional(Word("sentence")),
  text: Type.Optional(Words),
  files: Type.Optional(Type.Array(FileForm)),
  reason: Type.Optional(Words),
  by: Type.Optional(Author),
  until: Type.Optional(Word("time")),
});

const ThreadForm = closed({
  title: Type.String(),
  contactType: Type.Optional(ContactTypeForm),
  stateCode: Type.Optional(Word("code")),
  stateReason: Type.Optional(Words),
  participants: Type.Array(ParticipantForm),
  payment: Type.Optional(PaymentForm),
  checkpoints: Type.Optional(Type.Array(CheckpointForm)),
  artifacts: Type.Optional(Type.Array(FileForm)),
  actions: Type.Optional(
    Type.Array(Word("code"), { description: "What you may do now." }),
  ),
  archived: Type.Optional(Type.Boolean()),
  snoozedUntil: Type.Optional(SnoozedUntil),
  labels: Type.Optional(LabelNames),
  imported: Type.Optional(
    Word("address", "The service whose history it is: it can only be read."),
  ),
});

/** A conversation in full text and few words (docs/tool_results.md, A thread). */
export const THREAD: Presentation = {
  schema: closed({
    ...HEAD,
    contextId: Word("id"),
    conversation: ThreadForm,
    messages: Type.Array(MessageForm),
    messagesOmitted: Type.Optional(
      Type.Integer({ description: "Older ones: read on with before." }),
    ),
    before: Type.Optional(Word("id")),
    ...SINCE_FIELD,
    audit: Type.Optional(recordsForm),
  }),
  make({ conversation: read, audit: chain, since }, reader) {
    if (!read) throw new TypeError("A reading holds a conversation");
    const whole = withShortProposals(read);
    const called = calledBy(whole, reader);
    const conversation = shortConversation(whole, called);
    const audit = chain && shortAudit(chain);
    const { before, messagesOmitted, messages } = newestThatFit(
      whole,
      (it) => sizeOf(shortMessage(it, called)),
      sizeOf({ conversation, audit }),
    );
    return {
      state: whole.state,
      nextStep: nextStepOf(whole),
      ...telling({ approvalUrl: approvalUrlOf(whole) }),
      conversationId: whole.conversationId,
      contextId: whole.contextId,
      conversation,
      messages: messages.map((it) => shortMessage(it, called)),
      ...telling({
        messagesOmitted: messagesOmitted || undefined,
        before,
        since,
      }),
      ...(audit && { audit }),
    };
  },
};

/** The share of a result that the list of files may take from its messages. */
const FILES_BYTES_MAX = 10_000;

type Called = (address: string) => string;

/** How a result calls an address: the reader's own is "you". */
function calledBy(view: ConversationView, { viewerId }: Reader): Called {
  const me = view.participants.find((it) => it.accountId === viewerId);
  return (address) => (address === me?.address ? YOU : address);
}

function shortConversation(view: ConversationView, called: Called): object {
  const trust = new Map(
    view.messages.map((it) => [it.author.address, it.trust]),
  );
  const participants = view.participants.map(
    ({ address, displayName, role }) => {
      const { relation, contactType } = trust.get(address) ?? {};
      return {
        address: called(address),
        ...telling({
          name: isNews(displayName, address) ? displayName : undefined,
        }),
        role,
        ...(called(address) !== YOU && telling({ relation, contactType })),
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
      contactType: contactType === "everyone" ? undefined : contactType,
    }),
    participants,
    ...telling({
      payment: paymentOf(view),
      checkpoints: waiting.map((it) => shortCheckpoint(it, called)),
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

/** What svc.send_message and svc.add_artifact say themselves. */
const SIDE_ACTIONS: readonly string[] = ["ask_person", "add_file"];

/** Actions of a tool that does another thing without an argument. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  request_refund: "refund_payment:ask",
};

/** A name that says more than the address does. */
function isNews(name: string, address: string): boolean {
  const [localPart = ""] = address.split("@");
  return name !== address && name.toLowerCase() !== localPart.toLowerCase();
}

function shortMessage(message: Message, called: Called): object {
  const { author, createdAt, accept, text, parts, artifactIds } = message;
  return {
    from: called(author.address),
    at: createdAt,
    ...telling({
      question: accept === false,
      text,
      ...beside(parts),
      artifactIds,
    }),
  };
}

/** What the parts of a message hold beside their text; bytes are only counted. */
function beside(parts: Message["parts"]) {
  const data = parts.flatMap((it) => (it.data === undefined ? [] : [it.data]));
  const files = parts.flatMap(({ filename, mediaType, url, raw }) => {
    const size =
      raw === undefined ? undefined : Buffer.byteLength(raw, "base64");
    const file = telling({
      name: filename,
      mimeType: mediaType,
      size,
      uri: url,
    });
    return url === undefined && raw === undefined ? [] : [file];
  });
  return { data, files };
}

function shortFile(
  file: Artifact | Checkpoint["proposal"]["artifacts"][number],
  called: Called,
): object {
  const { artifactId, name, mimeType, size, uri } = file;
  const by = "addedBy" in file ? called(file.addedBy) : undefined;
  return {
    artifactId,
    name,
    mimeType,
    ...telling({ size: size || undefined, uri, by }),
  };
}

function shortCheckpoint(it: Checkpoint, called: Called): object {
  const { checkpointId, act, mayDecide, proposal, outcomes, askedBy } = it;
  const card = { checkpointId, act, ...telling({ mayDecide }) };
  // What an acceptance is about is the thread itself.
  if (act === "accept") return card;
  return {
    ...card,
    ...telling({
      title: it.title,
      ...(mayDecide && {
        approve: outcomes.approve,
        decline: outcomes.decline,
      }),
      text: proposal.text,
      files: [
        ...proposal.artifacts.map((file) => shortFile(file, called)),
        ...beside(proposal.parts ?? []).files,
      ],
      reason: proposal.reason,
      by: askedBy && called(askedBy.address),
    }),
    until: it.expiresAt,
  };
}
