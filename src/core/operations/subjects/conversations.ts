import type { Operation } from "../../access/operation.ts";
import { addArtifact } from "../add_artifact.ts";
import { cancelConversation } from "../cancel_conversation.ts";
import { completeConversation } from "../complete_conversation.ts";
import { countConversations } from "../count_conversations.ts";
import { createConversation } from "../create_conversation.ts";
import { decideForAccount } from "../decide_for_account.ts";
import { deleteDraft } from "../delete_draft.ts";
import { deleteLabel } from "../delete_label.ts";
import { getArtifact } from "../get_artifact.ts";
import { getConversation } from "../get_conversation.ts";
import { getDigest } from "../get_digest.ts";
import { listChanges } from "../list_changes.ts";
import { listConversations } from "../list_conversations.ts";
import { listLabels } from "../list_labels.ts";
import { listTasks } from "../list_tasks.ts";
import { listWaiting } from "../list_waiting.ts";
import { noteReplying } from "../note_replying.ts";
import { openWelcome } from "../open_welcome.ts";
import { previewConversation } from "../preview_conversation.ts";
import { readArtifactText } from "../read_artifact.ts";
import { recordHilDecision } from "../record_hil_decision.ts";
import { removeArtifact } from "../remove_artifact.ts";
import { renameLabel } from "../rename_label.ts";
import { requestReview } from "../request_review.ts";
import { scheduleDraft } from "../schedule_draft.ts";
import { sendMessage } from "../send_message.ts";
import { signReceipt } from "../sign_receipt.ts";
import { submitDraft } from "../submit_draft.ts";
import { suggestRecipients } from "../suggest_recipients.ts";
import { updateConversation } from "../update_conversation.ts";
import { updateConversations } from "../update_conversations.ts";

/** Requests, messages, files, decisions and endings of conversations, and their lists. */
export const CONVERSATION_OPERATIONS: readonly Operation[] = [
  getDigest,
  listConversations,
  getConversation,
  createConversation,
  sendMessage,
  updateConversation,
  noteReplying,
  submitDraft,
  completeConversation,
  cancelConversation,
  scheduleDraft,
  previewConversation,
  deleteDraft,
  countConversations,
  updateConversations,
  signReceipt,
  requestReview,
  recordHilDecision,
  addArtifact,
  removeArtifact,
  getArtifact,
  readArtifactText,
  listTasks,
  listChanges,
  listWaiting,
  decideForAccount,
  listLabels,
  renameLabel,
  deleteLabel,
  openWelcome,
  suggestRecipients,
];
