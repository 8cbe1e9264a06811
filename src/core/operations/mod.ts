/**
 * Every operation of the service, tools first and in the order they are listed
 * (specification, section 4.12; decisions.md H).
 * @module
 */
import type { Operation } from "../operation.ts";
import { addAccount } from "./add_account.ts";
import { addArtifact } from "./add_artifact.ts";
import { addCredential } from "./add_credential.ts";
import { cancelConversation } from "./cancel_conversation.ts";
import { checkFreeAddress } from "./check_free_address.ts";
import { claimFreeAddress } from "./claim_free_address.ts";
import { completeConversation } from "./complete_conversation.ts";
import { createConversation } from "./create_conversation.ts";
import { deleteDraft } from "./delete_draft.ts";
import { findAccount } from "./find_account.ts";
import { getArtifact } from "./get_artifact.ts";
import { getConversation } from "./get_conversation.ts";
import { getFreeAddress } from "./get_free_address.ts";
import { getHealth } from "./get_health.ts";
import { getOwnAccount } from "./get_own_account.ts";
import { getServiceCard } from "./get_service_card.ts";
import { grantClientAccess } from "./grant_client_access.ts";
import { listConversations } from "./list_conversations.ts";
import { listCredentials } from "./list_credentials.ts";
import { listTasks } from "./list_tasks.ts";
import { openWelcome } from "./open_welcome.ts";
import { readAudit } from "./read_audit.ts";
import { recordHilDecision } from "./record_hil_decision.ts";
import { recordIdentityEvent } from "./record_identity_event.ts";
import { resolveAddress } from "./resolve_address.ts";
import { revokeCredential } from "./revoke_credential.ts";
import { rotateCredential } from "./rotate_credential.ts";
import { sendMessage } from "./send_message.ts";
import { signReceipt } from "./sign_receipt.ts";
import { signUp } from "./sign_up.ts";
import { submitDraft } from "./submit_draft.ts";
import { updateConversation } from "./update_conversation.ts";
import { verifyAudit } from "./verify_audit.ts";

export const OPERATIONS: readonly Operation[] = [
  createConversation,
  sendMessage,
  getConversation,
  listConversations,
  cancelConversation,
  addArtifact,
  recordHilDecision,
  readAudit,
  submitDraft,
  updateConversation,
  deleteDraft,
  signReceipt,
  completeConversation,
  resolveAddress,
  listTasks,
  getArtifact,
  openWelcome,
  getFreeAddress,
  checkFreeAddress,
  claimFreeAddress,
  getServiceCard,
  getHealth,
  addAccount,
  findAccount,
  addCredential,
  listCredentials,
  rotateCredential,
  revokeCredential,
  verifyAudit,
  signUp,
  getOwnAccount,
  grantClientAccess,
  recordIdentityEvent,
];
