import type { Static } from "typebox";
import type { Settings } from "../../../access/context.ts";
import { splitAddress } from "../../../addresses/address.ts";
import type { Remote } from "../../../addresses/foreign/remote.ts";
import { brokenRule } from "../../../addresses/local_part.ts";
import { agentCardUrl } from "../../../addresses/present.ts";
import { LIMITS } from "../../../base/limits.ts";
import { firstWords } from "../../../base/text.ts";
import { showTime, timeOrNull } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { saidAgain } from "../../../errors/said_again.ts";
import { wouldAccept } from "../../acts/checkpoints/may_accept.ts";
import { assigneeIn } from "../../acts/labels/assignee.ts";
import { placeOf, wasSent } from "../../acts/store/views_store.ts";
import type { Window } from "../../acts/store/window.ts";
import { THREAD_WINDOW } from "../../acts/store/window.ts";
import { followUp, followUpInput } from "../../acts/thread/closed.ts";
import type { Mode } from "../../model/audience.ts";
import {
  answeredBy,
  audienceOf,
  canReadFile,
  participantAt,
  readersOf,
  visibleTo,
} from "../../model/audience.ts";
import type { ParticipantSchema } from "../../model/content_schemas.ts";
import type {
  Conversation,
  Message,
  Participant,
  ViewerState,
} from "../../model/model.ts";
import { UNTIL_CHANGE } from "../../model/model.ts";
import { textOf } from "../../model/parts.ts";
import type { ConversationSchema } from "../../model/schemas.ts";
import { presentAuthor } from "../../model/shown/present_actor.ts";
import { presentPayment } from "../../model/shown/present_payment.ts";
import { isTerminal } from "../../model/states.ts";
import { nextStep } from "../../model/turn/next_step.ts";
import { undeliveredWords } from "../../model/turn/undelivered_words.ts";
import { fittedInto } from "./fitted_into.ts";
import { presentArtifact } from "./present_artifact.ts";
import type { Showing } from "./present_checkpoint.ts";
import { presentCheckpoint } from "./present_checkpoint.ts";
import type { Viewing } from "./present_message.ts";
import {
  presentDeclines,
  presentReason,
  stateTitle,
} from "./present_reason.ts";
import { presentTerms } from "./present_terms.ts";
import type { MessagePage } from "./shown_thread.ts";
import { shownThread } from "./shown_thread.ts";

export type ConversationView = Static<typeof ConversationSchema>;

/** A conversation as in every answer, with a page of its messages. */
export interface PagedRead extends MessagePage {
  readonly conversation: ConversationView;
}

/** The result of a read: the conversation with the messages of the page. Pure. */
export function threadOf({
  conversation,
  messages,
  messagesOmitted,
  before,
}: PagedRead): ConversationView {
  const { before: _newest, ...view } = conversation;
  return {
    ...view,
    messages,
    messagesOmitted,
    ...(before !== undefined && { before }),
  };
}

/**
 * The one viewer-safe projection: every wire, event and list goes through it. The result
 * omits everything the viewer may not see.
 */
export function present(
  showing: Showing,
  conversation: Conversation,
  viewerState: ViewerState,
  window: Window = THREAD_WINDOW,
): ConversationView {
  const { settings, say, now } = showing;
  const viewer = participantAt(conversation, viewerState.position);
  const by = { viewer, say };
  const { shown, ...thread } = shownThread(conversation, by, window);
  const { isBrief = false, isItem = false } = window;
  const checkpoints = conversation.checkpoints.filter(
    ({ forAccountId, status }) =>
      forAccountId === viewer.accountId && (!isBrief || status === "open"),
  );
  const isSummary = window.count === 0;
  const { folders, section } = placeOf({
    conversation,
    viewer,
    state: viewerState,
  });
  const view: ConversationView = {
    id: conversation.id,
    conversationId: conversation.id,
    contextId: conversation.contextId,
    title: conversation.title,
    state: conversation.state,
    stateTitle: stateTitle(conversation, say, checkpoints),
    stateReason: conversation.stateReason,
    ...presentReason(conversation, viewer, say),
    ...(!isBrief && presentDeclines(conversation, viewer)),
    stateAt: showTime(conversation.stateAt),
    ...presentSending(conversation, say),
    version: conversation.version,
    createdAt: showTime(conversation.createdAt),
    updatedAt: showTime(
      Math.max(conversation.updatedAt, viewerState.updatedAt ?? 0),
    ),
    lastMessageAt: shown.last ? showTime(shown.last.createdAt) : null,
    messageCount: shown.readable,
    participants: isBrief
      ? []
      : visibleTo(conversation, viewer).map((it) =>
          presentParticipant(showing, it, conversation.shown),
        ),
    ...thread,
    ...(isSummary && !isBrief && previewOf(conversation, shown.last, by)),
    artifacts: isBrief ? [] : filesOf(showing, conversation, viewer),
    payment: presentPayment(conversation, { viewer, say }),
    ...presentTerms(conversation, viewer, { now, isItem }),
    checkpoints: checkpoints.map((it) =>
      presentCheckpoint(showing, conversation, it),
    ),
    nextStep: nextStep(conversation, viewer, say),
    ...(!isItem &&
      !isBrief && {
        replyReaders: replyReaders(conversation, viewer),
      }),
    folders: [...folders],
    folder: folders[0] ?? null,
    unread: viewerState.unread,
    archived: viewerState.archived,
    snoozedUntil: showSnoozed(viewerState),
    needsYou: folders.includes("needs_you"),
    section,
    replyAccepts: wouldAccept(conversation, viewer),
    ...labelsOf(settings, viewer, viewerState),
    from: { address: conversation.fromAddress, name: conversation.fromName },
    contactType: conversation.contactType,
    release: conversation.release,
    releaseAction: conversation.releaseAction,
    links: {
      ...linksOf(settings, conversation),
      ...(isTerminal(conversation.state) && {
        followUp: {
          ...followUp(settings.baseUrl, conversation.contextId),
          ...(!isItem && !isBrief && followUpInput(conversation, viewer)),
        },
      }),
    },
  };
  return fittedInto(view, window, conversation.shown);
}

function labelsOf(
  { addressDomain }: Showing["settings"],
  { kind }: Participant,
  { labels }: ViewerState,
) {
  return {
    labels: [...(labels ?? [])],
    ...(kind === "team" && { assignee: assigneeIn(labels, addressDomain) }),
  };
}

/** The files that the viewer may read. */
function filesOf(by: Showing, conversation: Conversation, viewer: Participant) {
  return conversation.artifacts
    .filter((file) => canReadFile(conversation, file, viewer.position))
    .map((file) => presentArtifact(by, conversation, { file, viewer }));
}

/** The end of a viewer's snooze, in the wires' form. */
export function showSnoozed({ snoozedUntil = null }: ViewerState) {
  if (snoozedUntil === null) return null;
  return snoozedUntil === UNTIL_CHANGE ? "change" : showTime(snoozedUntil);
}

/** When a draft will be sent, or why it was not. */
function presentSending({ sending }: Conversation, say: Say) {
  if (sending === null) return undefined;
  if ("at" in sending) return { sendAt: showTime(sending.at) };
  const { failedAt, code } = sending;
  const detail = saidAgain(sending, say);
  return { sendFailure: { at: showTime(failedAt), code, detail } };
}

/** The part of a summary about the newest message. */
function previewOf(
  conversation: Conversation,
  last: Message | undefined,
  by: Viewing,
) {
  if (!last) return undefined;
  const text = firstWords(textOf(last.parts), LIMITS.previewCharsMax);
  const author = participantAt(conversation, last.author);
  const actor = presentAuthor(last, author, by);
  return { preview: { author: author.address, actor, text } };
}

type ParticipantView = Static<typeof ParticipantSchema>;

/**
 * A participant as every viewer is shown it, once for all answers that show it; why nothing came
 * to them is in the viewer's language.
 */
function presentParticipant(
  { settings, say }: Showing,
  it: Participant,
  shown: Conversation["shown"],
): ParticipantView {
  const known = shown?.get(it) as ParticipantView | undefined;
  const view = known ?? participantView(settings, it);
  if (!known) shown?.set(it, view);
  const because = undeliveredWords(it, say);
  return because ? { ...view, delivery: { ...view.delivery, because } } : view;
}

function participantView(settings: Settings, it: Participant): ParticipantView {
  const { localPart } = splitAddress(it.address);
  // An account without an address is named by its id, which is not a local-part.
  const isOurs = it.accountId !== null && !it.remote;
  const hasCard = isOurs && brokenRule(localPart) === undefined;
  return {
    ...(it.accountId !== null && { accountId: it.accountId }),
    address: it.address,
    displayName: it.displayName,
    role: it.role,
    kind: it.kind,
    ...(hasCard && { agentCard: agentCardUrl(settings, localPart) }),
    delivery: { state: it.deliveryState, at: showTime(it.deliveryAt) },
    ...(it.joinedAt !== null && { joinedAt: showTime(it.joinedAt) }),
    ...(it.remote && { remote: showRemote(it.remote) }),
  };
}

function showRemote(given: Remote) {
  const { seenAt, asks, failure: _code, refusal: _words, ...remote } = given;
  const { amount = "", network = "", payTo = "" } = asks?.offer ?? {};
  return {
    ...remote,
    seenAt: timeOrNull(seenAt),
    ...(asks && { asks: { because: asks.because, amount, network, payTo } }),
  };
}

/** The readers of the viewer's next message, by its mode; none before it is sent. */
function replyReaders(conversation: Conversation, viewer: Participant) {
  if (!wasSent(conversation)) return { reply: [], "reply-all": [] };
  const answered = answeredBy(conversation, viewer, undefined);
  const readers = (mode: Mode) => {
    const audience = audienceOf(conversation, viewer, mode, answered);
    const message = { author: viewer.position, audience };
    return readersOf(conversation, message).map(({ address }) => address);
  };
  return {
    reply: readers("reply"),
    "reply-all": readers("reply-all"),
    ...(answered && { inReplyTo: answered.id }),
  };
}

function linksOf(
  { baseUrl }: Settings,
  { id, state }: Conversation,
): ConversationView["links"] {
  const self = `${baseUrl}/v1/conversations/${id}`;
  return {
    self,
    // The page of the conversation in the browser: packages/web/src/paths.ts.
    web: `${baseUrl}/${state === "draft" ? "compose" : "c"}/${id}`,
    subscribe: `${self}/subscribe`,
    audit: `${self}/audit`,
  };
}
