/**
 * Every operation of the service, tools first and in the order they are listed
 * (specification, section 4.12; decisions.md H).
 * @module
 */
import type { Operation } from "../operation.ts";
import { addAccount } from "./add_account.ts";
import { addArtifact } from "./add_artifact.ts";
import { addCredential } from "./add_credential.ts";
import { addDomain } from "./add_domain.ts";
import { cancelConversation } from "./cancel_conversation.ts";
import { checkFreeAddress } from "./check_free_address.ts";
import { claimFreeAddress } from "./claim_free_address.ts";
import { completeConversation } from "./complete_conversation.ts";
import { countConversations } from "./count_conversations.ts";
import { createConversation } from "./create_conversation.ts";
import { deleteDraft } from "./delete_draft.ts";
import { disableAccount } from "./disable_account.ts";
import { discoverAgents } from "./discover_agents.ts";
import { enableAccount } from "./enable_account.ts";
import { findAccount } from "./find_account.ts";
import { getAccount } from "./get_account.ts";
import { getAccountCard } from "./get_account_card.ts";
import { getAgentCard } from "./get_agent_card.ts";
import { getArtifact } from "./get_artifact.ts";
import { getConversation } from "./get_conversation.ts";
import { getFreeAddress } from "./get_free_address.ts";
import { getHealth } from "./get_health.ts";
import { getProfile } from "./get_profile.ts";
import { getServiceCard } from "./get_service_card.ts";
import { grantClientAccess } from "./grant_client_access.ts";
import { listConversations } from "./list_conversations.ts";
import { listCredentials } from "./list_credentials.ts";
import { listDomains } from "./list_domains.ts";
import { listSessions } from "./list_sessions.ts";
import { listTasks } from "./list_tasks.ts";
import { openWelcome } from "./open_welcome.ts";
import { readAudit } from "./read_audit.ts";
import { recheckDomain } from "./recheck_domain.ts";
import { recordHilDecision } from "./record_hil_decision.ts";
import { recordIdentityEvent } from "./record_identity_event.ts";
import { resolveAddress } from "./resolve_address.ts";
import { revokeCredential } from "./revoke_credential.ts";
import { revokeSession } from "./revoke_session.ts";
import { revokeSessions } from "./revoke_sessions.ts";
import { rotateCredential } from "./rotate_credential.ts";
import { sendMessage } from "./send_message.ts";
import { signReceipt } from "./sign_receipt.ts";
import { signUp } from "./sign_up.ts";
import { submitDraft } from "./submit_draft.ts";
import { updateConversation } from "./update_conversation.ts";
import { updateProfile } from "./update_profile.ts";
import { verifyAudit } from "./verify_audit.ts";
import { verifyDomain } from "./verify_domain.ts";

export const OPERATIONS: readonly Operation[] = [
  discoverAgents,
  getAgentCard,
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
  countConversations,
  openWelcome,
  getFreeAddress,
  checkFreeAddress,
  claimFreeAddress,
  listDomains,
  addDomain,
  verifyDomain,
  getProfile,
  updateProfile,
  getServiceCard,
  getAccountCard,
  getHealth,
  addAccount,
  findAccount,
  addCredential,
  listCredentials,
  rotateCredential,
  revokeCredential,
  listSessions,
  revokeSession,
  revokeSessions,
  disableAccount,
  enableAccount,
  verifyAudit,
  signUp,
  getAccount,
  grantClientAccess,
  recordIdentityEvent,
  recheckDomain,
];
