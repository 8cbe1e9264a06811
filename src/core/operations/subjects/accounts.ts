import type { Operation } from "../../access/operation.ts";
import { addAccount } from "../add_account.ts";
import { addClient } from "../add_client.ts";
import { addCredential } from "../add_credential.ts";
import { addInboxRule } from "../add_inbox_rule.ts";
import { continueDeletion } from "../continue_deletion.ts";
import { deleteAccount } from "../delete_account.ts";
import { deleteInboxRule } from "../delete_inbox_rule.ts";
import { deleteTemplate } from "../delete_template.ts";
import { disableAccount } from "../disable_account.ts";
import { enableAccount } from "../enable_account.ts";
import { endCalendarFeed } from "../end_calendar_feed.ts";
import { eraseWords } from "../erase_words.ts";
import { findAccount } from "../find_account.ts";
import { getAccount } from "../get_account.ts";
import { getCalendarFeed } from "../get_calendar_feed.ts";
import { getFirstSteps } from "../get_first_steps.ts";
import { getNotifications } from "../get_notifications.ts";
import { grantClientAccess } from "../grant_client_access.ts";
import { learnClient } from "../learn_client.ts";
import { listAccounts } from "../list_accounts.ts";
import { listCredentials } from "../list_credentials.ts";
import { listInboxRules } from "../list_inbox_rules.ts";
import { listSessions } from "../list_sessions.ts";
import { listTemplates } from "../list_templates.ts";
import { makeCalendarFeed } from "../make_calendar_feed.ts";
import { previewInboxRule } from "../preview_inbox_rule.ts";
import { readCalendar } from "../read_calendar.ts";
import { recordIdentityEvent } from "../record_identity_event.ts";
import { revokeCredential } from "../revoke_credential.ts";
import { revokeSession } from "../revoke_session.ts";
import { revokeSessions } from "../revoke_sessions.ts";
import { rotateCredential } from "../rotate_credential.ts";
import { saveTemplate } from "../save_template.ts";
import { signUp } from "../sign_up.ts";
import { updateCredential } from "../update_credential.ts";
import { updateNotifications } from "../update_notifications.ts";

/** Accounts, the access to them and their settings. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  signUp,
  getAccount,
  addAccount,
  findAccount,
  listAccounts,
  disableAccount,
  enableAccount,
  deleteAccount,
  continueDeletion,
  eraseWords,
  addCredential,
  addClient,
  listCredentials,
  updateCredential,
  rotateCredential,
  revokeCredential,
  grantClientAccess,
  learnClient,
  recordIdentityEvent,
  listSessions,
  revokeSession,
  revokeSessions,
  getFirstSteps,
  getCalendarFeed,
  makeCalendarFeed,
  endCalendarFeed,
  readCalendar,
  listTemplates,
  saveTemplate,
  deleteTemplate,
  listInboxRules,
  addInboxRule,
  deleteInboxRule,
  previewInboxRule,
  getNotifications,
  updateNotifications,
];
