import type { ActorView } from "../core/access/actor.ts";
import { quoteHolder } from "../core/access/actor.ts";
import type { Preview } from "../core/conversations/drafts/preview_schema.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import type { Author, Mark } from "./marks.ts";
import { SOMEBODY } from "./marks.ts";
import { maskA2a } from "./mask_a2a.ts";
import { maskCard, maskItems } from "./mask_card.ts";
import { maskParts } from "./mask_parts.ts";
import { maskProposal } from "./mask_proposal.ts";
import type { ThreadOutput } from "./outputs.ts";

type Message = ConversationView["messages"][number];
type Artifact = ConversationView["artifacts"][number];
type Checkpoint = ConversationView["checkpoints"][number];
type Payment = ConversationView["payment"];

/** One conversation as one viewer reads it. */
interface Reading {
  readonly view: ConversationView;
  readonly mark: Mark;
  /** The viewer's own address and whether the compose fields are theirs. */
  readonly myAddress: string | undefined;
  readonly isMine: boolean;
  readonly sender: Author;
  authorAt(address: string): Author;
}

/** Marks every text of an output that somebody else than the viewer wrote. */
export function maskOutput(
  output: ThreadOutput,
  viewerId: string,
  mark: Mark,
): ThreadOutput {
  const { conversation, conversations, messages, payment } = output;
  if (output.records) {
    const { records, actors = [] } = output;
    return { ...output, ...maskRecords({ records, actors }, viewerId, mark) };
  }
  if (output.entries) {
    // A statement does not say who gave a conversation its title.
    const entries = output.entries.map((it) => ({
      ...it,
      title: it.title && mark(it.title, "title", SOMEBODY),
    }));
    return { ...output, entries };
  }
  if (conversations) {
    const masked = conversations.map((view) =>
      maskConversation(reading(view, viewerId, mark)),
    );
    return { ...output, conversations: masked };
  }
  if (output.supportedInterfaces) return maskCard(output, mark);
  if (output.items) return maskItems(output, mark);
  if (output.recipients) {
    return { ...output, ...maskRecipients(output.recipients, mark) };
  }
  if (output.preview) {
    const { preview } = output;
    const masked = maskRecipients(preview.recipients, mark);
    return { ...output, preview: { ...preview, ...masked } };
  }
  if (!conversation) {
    const { displayName } = output;
    return displayName === undefined
      ? output
      : { ...output, displayName: mark(displayName, "name", SOMEBODY) };
  }
  const read = reading(conversation, viewerId, mark);
  const masked = maskConversation(read);
  return {
    ...output,
    conversation: masked,
    ...(messages && { messages: masked.messages }),
    ...(payment && { payment: maskPayment(payment, read) }),
    ...(output.audit && {
      audit: {
        ...output.audit,
        ...maskRecords(output.audit, viewerId, mark),
      },
    }),
  };
}

/** Accounts call themselves what they like. */
function maskRecipients(recipients: Preview["recipients"], mark: Mark) {
  return {
    recipients: recipients.map((it) => ({
      ...it,
      ...(it.displayName !== undefined && {
        displayName: mark(it.displayName, "name", { address: it.address }),
      }),
    })),
  };
}

function reading(
  view: ConversationView,
  viewerId: string,
  mark: Mark,
): Reading {
  const me = view.participants.find((it) => it.accountId === viewerId);
  const authors = new Map<string, Author>();
  for (const { author, trust } of view.messages) {
    const { address } = author;
    if (!authors.has(address)) authors.set(address, { address, trust });
  }
  for (const { askedBy } of view.checkpoints) {
    if (!askedBy?.trust || authors.has(askedBy.address)) continue;
    const { address, trust } = askedBy;
    authors.set(address, { address, trust });
  }
  const authorAt = (address: string) => {
    const known = authors.get(address);
    if (known) return known;
    const silent = { address };
    authors.set(address, silent);
    return silent;
  };
  return {
    view,
    mark,
    myAddress: me?.address,
    isMine: me?.role === "sender",
    sender: authorAt(view.from.address),
    authorAt,
  };
}

function maskConversation(read: Reading): ConversationView {
  const { view, mark, myAddress, isMine, sender } = read;
  const { title, from, releaseAction } = view;
  return {
    ...view,
    title: isMine ? title : mark(title, "title", sender),
    from: isMine ? from : { ...from, name: mark(from.name, "name", sender) },
    ...maskReason(read),
    releaseAction: maskAction(releaseAction, read),
    participants: view.participants.map((it) =>
      it.address === myAddress
        ? it
        : { ...it, displayName: maskName(it.displayName, it.address, read) },
    ),
    messages: view.messages.map((it) => maskMessage(it, read)),
    ...(view.preview && { preview: maskPreview(view.preview, read) }),
    artifacts: view.artifacts.map((it) => maskArtifact(it, read)),
    checkpoints: view.checkpoints.map((it) => maskCheckpoint(it, read)),
    payment: maskPayment(view.payment, read),
  };
}

function maskPreview(
  preview: NonNullable<ConversationView["preview"]>,
  { mark, myAddress, authorAt }: Reading,
) {
  const { author, text } = preview;
  if (author === myAddress) return preview;
  return { author, text: mark(text, "message", authorAt(author)) };
}

/**
 * A code of the service is not quoted; a reason to cancel is its author's words.
 */
function maskReason({ view, mark, myAddress, authorAt }: Reading) {
  const { stateReason, stateCode, stateReasonBy } = view;
  if (stateReason === null || stateCode !== null) return {};
  const address = stateReasonBy?.address;
  if (address !== undefined && address === myAddress) return {};
  const by = address === undefined ? SOMEBODY : authorAt(address);
  return {
    stateReason: mark(stateReason, "reason", by),
    ...(stateReasonBy && {
      stateReasonBy: quoteHolder(stateReasonBy, (it) => mark(it, "name", by)),
    }),
  };
}

/** An ordinary address goes by itself, and an address can hold no sentence. */
function maskName(name: string, address: string, read: Reading): string {
  return name === address
    ? name
    : read.mark(name, "name", read.authorAt(address));
}

/** The words for an actor hold the name that its account goes by. */
function maskActor(actor: ActorView, address: string, read: Reading) {
  return quoteHolder(actor, (name) => maskName(name, address, read));
}

type Action = NonNullable<ConversationView["releaseAction"]>;

/** What the sender wants done, unless the viewer is the sender. */
export function maskAction<T extends Action | null | undefined>(
  action: T,
  { mark, isMine, sender }: Pick<Reading, "mark" | "isMine" | "sender">,
): T {
  if (!action || isMine) return action;
  const quote = (text: string) => mark(text, "release action", sender);
  if (action.type === "text") return { ...action, text: quote(action.text) };
  if (action.type === "url_visit") return { ...action, url: quote(action.url) };
  const { mimeType } = action;
  return mimeType ? { ...action, mimeType: quote(mimeType) } : action;
}

function maskPayment(payment: Payment, read: Reading): Payment {
  const { releaseAction, receipt, signedBy } = payment;
  const action = maskAction(releaseAction, read);
  const signer = receipt?.signer.address;
  const isMine = signer === undefined || signer === read.myAddress;
  const masked = {
    ...payment,
    ...(action && action !== releaseAction && { releaseAction: action }),
    ...(signedBy && !isMine && { signedBy: maskActor(signedBy, signer, read) }),
  };
  const statement = receipt?.evidence.statement;
  if (!statement || isMine) return masked;
  const { evidence } = receipt;
  const by = read.authorAt(signer);
  const quoted = {
    ...evidence,
    statement: read.mark(statement, "statement", by),
  };
  return { ...masked, receipt: { ...receipt, evidence: quoted } };
}

function maskMessage(message: Message, read: Reading): Message {
  const { author } = message;
  if (message.trust.relation === "self") return message;
  const { address, displayName } = author;
  const by = read.authorAt(address);
  return {
    ...message,
    author: { ...author, displayName: maskName(displayName, address, read) },
    actor: maskActor(message.actor, address, read),
    ...maskParts(message, (text) => read.mark(text, "message", by)),
    ...maskA2a(message, (text) => read.mark(text, "message", by)),
  };
}

type Records = Pick<NonNullable<ThreadOutput["audit"]>, "records" | "actors">;

function maskRecords(
  { records, actors }: Records,
  viewerId: string,
  mark: Mark,
): Records {
  const mine = new Set(
    records.filter((it) => isBy(it, viewerId)).map(({ seq }) => seq),
  );
  return {
    records: records.map((it) => maskRecord(it, mark)),
    actors: actors.map((it) =>
      mine.has(it.seq)
        ? it
        : quoteHolder(it, (name) => mark(name, "name", SOMEBODY)),
    ),
  };
}

/** A record is an open object: what it holds of its actor is looked up. */
function isBy(record: AuditRecord, viewerId: string): boolean {
  const actor = "actor" in record ? record.actor : undefined;
  return (
    typeof actor === "object" &&
    actor !== null &&
    "accountId" in actor &&
    actor.accountId === viewerId
  );
}

type AuditRecord = NonNullable<ThreadOutput["records"]>[number];

/** An id that we gave a request; any other was chosen by whoever sent it. */
const OWN_REQUEST_ID = /^(?:req_|svc-)[0-9a-f-]+$/;

function maskRecord(record: AuditRecord, mark: Mark): AuditRecord {
  // The records of a viewer are open objects; a redacted one has no request.
  const given = "requestId" in record ? record.requestId : undefined;
  if (typeof given !== "string" || OWN_REQUEST_ID.test(given)) return record;
  const requestId = mark(given, "request id", SOMEBODY);
  return Object.assign({ ...record }, { requestId });
}

function maskArtifact(file: Artifact, read: Reading): Artifact {
  const { addedBy, name, mimeType, uri, description } = file;
  if (addedBy === read.myAddress) return file;
  const by = read.authorAt(addedBy);
  const quote = (text: string) => read.mark(text, "artifact", by);
  return {
    ...file,
    ...(file.actor && { actor: maskActor(file.actor, addedBy, read) }),
    name: quote(name),
    mimeType: quote(mimeType),
    ...(uri !== undefined && { uri: quote(uri) }),
    ...(description !== undefined && { description: quote(description) }),
  };
}

/** Its words are ours, but they quote whoever asks, and the title. */
export function maskCheckpoint(
  it: Checkpoint,
  read: Pick<Reading, "mark" | "sender" | "isMine" | "myAddress" | "authorAt">,
): Checkpoint {
  const { mark, myAddress } = read;
  const { askedBy } = it;
  const isOwn = askedBy !== undefined && askedBy.address === myAddress;
  const requester = requesterOf(it, read, isOwn);
  const quoteName = (name: string) => mark(name, "name", requester);
  return {
    ...it,
    ...(askedBy &&
      !isOwn && {
        askedBy: {
          ...askedBy,
          name: quoteName(askedBy.name),
          ...labelOf(askedBy, quoteName),
        },
      }),
    title: mark(it.title, "checkpoint", requester),
    summary: mark(it.summary, "checkpoint", requester),
    action: maskValues(it.action, (text) =>
      mark(text, "checkpoint", requester),
    ),
    proposal: maskProposal(it, read),
    ...(it.comment &&
      it.decidedBy !== it.forAccountId &&
      commentOf(it, mark(it.comment, "comment", SOMEBODY))),
  };
}

/**
 * Whose the words of a card are: of whoever asks. What the viewer's own agent asks
 * quotes the title, which in a request of somebody else is not its own word.
 */
function requesterOf(
  { askedBy }: Checkpoint,
  { sender, isMine, authorAt }: Pick<Reading, "sender" | "isMine" | "authorAt">,
  isOwn: boolean,
): Author {
  if (!askedBy) return sender;
  if (isOwn && !isMine) return { address: askedBy.address };
  return authorAt(askedBy.address);
}

function labelOf(
  { kind, label }: Pick<NonNullable<Checkpoint["askedBy"]>, "kind" | "label">,
  quote: (name: string) => string,
) {
  const actor = kind === "email" ? "guest" : kind;
  return { label: quoteHolder({ kind: actor, label }, quote).label };
}

/** It stands beside the decision and within it. */
function commentOf({ decision }: Checkpoint, comment: string) {
  return { comment, ...(decision && { decision: { ...decision, comment } }) };
}

/** What is no identifier, number or address holds a blank. */
function maskValues(
  action: Checkpoint["action"],
  quote: (text: string) => string,
): Checkpoint["action"] {
  const masked = { ...action };
  for (const [key, value] of Object.entries(action)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (/\s/.test(text)) masked[key] = quote(text);
  }
  return masked;
}
