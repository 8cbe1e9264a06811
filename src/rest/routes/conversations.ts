import { LIMITS } from "../../core/base/limits.ts";
import { addArtifact } from "../../core/operations/add_artifact.ts";
import { cancelConversation } from "../../core/operations/cancel_conversation.ts";
import { completeConversation } from "../../core/operations/complete_conversation.ts";
import { countConversations } from "../../core/operations/count_conversations.ts";
import { createConversation } from "../../core/operations/create_conversation.ts";
import { deleteDraft } from "../../core/operations/delete_draft.ts";
import { deleteLabel } from "../../core/operations/delete_label.ts";
import { getArtifact } from "../../core/operations/get_artifact.ts";
import { getConversation } from "../../core/operations/get_conversation.ts";
import { getDigest } from "../../core/operations/get_digest.ts";
import { listChanges } from "../../core/operations/list_changes.ts";
import { listConversations } from "../../core/operations/list_conversations.ts";
import { listLabels } from "../../core/operations/list_labels.ts";
import { noteReplying } from "../../core/operations/note_replying.ts";
import { openWelcome } from "../../core/operations/open_welcome.ts";
import { previewConversation } from "../../core/operations/preview_conversation.ts";
import { recordHilDecision } from "../../core/operations/record_hil_decision.ts";
import { removeArtifact } from "../../core/operations/remove_artifact.ts";
import { renameLabel } from "../../core/operations/rename_label.ts";
import { requestReview } from "../../core/operations/request_review.ts";
import { scheduleDraft } from "../../core/operations/schedule_draft.ts";
import { sendMessage } from "../../core/operations/send_message.ts";
import { signReceipt } from "../../core/operations/sign_receipt.ts";
import { submitDraft } from "../../core/operations/submit_draft.ts";
import { suggestRecipients } from "../../core/operations/suggest_recipients.ts";
import { updateConversation } from "../../core/operations/update_conversation.ts";
import { updateConversations } from "../../core/operations/update_conversations.ts";
import { NOT_PAYING } from "../../http/payment_headers.ts";
import { download } from "../download/download.ts";
import { entityTag, ifMatch } from "../entity_tag.ts";
import { nextLink } from "../next_link.ts";
import type { Route } from "../route.ts";
import { route, waitable } from "../route.ts";
import { paymentRequired } from "../strict.ts";

const CONVERSATIONS = "/v1/conversations";
const CONVERSATION = `${CONVERSATIONS}/:conversationId`;
const LABELS = "/v1/labels";
const locationOf = (output: { readonly conversationId: string }) => ({
  location: `${CONVERSATIONS}/${output.conversationId}`,
});

/** Conversations, their messages, files and decisions, and the lists of them. */
export const CONVERSATION_ROUTES: readonly Route[] = [
  route("GET", CONVERSATIONS, listConversations, { headers: nextLink }),
  route("POST", CONVERSATIONS, createConversation, {
    needsBody: true,
    ...NOT_PAYING,
    statuses: [201],
    headers: locationOf,
    strict: paymentRequired,
  }),
  route("PATCH", CONVERSATIONS, updateConversations),
  route("GET", LABELS, listLabels),
  route("PATCH", `${LABELS}/:label`, renameLabel),
  route("DELETE", `${LABELS}/:label`, deleteLabel),
  route("GET", "/v1/digest", getDigest),
  route("GET", "/v1/changes", listChanges),
  route("POST", `${CONVERSATIONS}/welcome`, openWelcome, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
    headers: locationOf,
  }),
  route("GET", "/v1/recipients", suggestRecipients),
  route("POST", `${CONVERSATIONS}/preview`, previewConversation),
  route("GET", `${CONVERSATIONS}/counts`, countConversations),
  route("GET", CONVERSATION, getConversation, {
    etag: entityTag,
  }),
  route("PATCH", CONVERSATION, updateConversation, {
    input: ifMatch,
    etag: entityTag,
  }),
  route("DELETE", CONVERSATION, deleteDraft),
  route("PUT", `${CONVERSATION}/replying`, noteReplying),
  route("POST", `${CONVERSATION}/messages`, sendMessage, {
    ...waitable(201),
  }),
  route("POST", `${CONVERSATION}/submit`, submitDraft, {
    ...NOT_PAYING,
    strict: paymentRequired,
  }),
  route("POST", `${CONVERSATION}/schedule`, scheduleDraft),
  route("POST", `${CONVERSATION}/cancel`, cancelConversation, waitable(200)),
  route("POST", `${CONVERSATION}/receipt`, signReceipt, waitable(200)),
  route(
    "POST",
    `${CONVERSATION}/complete`,
    completeConversation,
    waitable(200),
  ),
  route("POST", `${CONVERSATION}/review`, requestReview),
  route("POST", `${CONVERSATION}/decisions`, recordHilDecision),
  route("POST", `${CONVERSATION}/artifacts`, addArtifact, {
    ...waitable(201),
    bytesMax: LIMITS.uploadRequestBytesMax,
    headers: ({ artifactId, artifact }) => ({
      location: `${CONVERSATIONS}/${artifact.conversationId}/artifacts/${artifactId}`,
    }),
  }),
  route("GET", `${CONVERSATION}/artifacts/:artifactId`, getArtifact, {
    etag: ({ artifact }) => `"${artifact.sha256}"`,
    respond: download,
    isForServices: true,
  }),
  route("DELETE", `${CONVERSATION}/artifacts/:artifactId`, removeArtifact),
];
