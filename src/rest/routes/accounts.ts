import { addClient } from "../../core/operations/add_client.ts";
import { addCredential } from "../../core/operations/add_credential.ts";
import { addInboxRule } from "../../core/operations/add_inbox_rule.ts";
import { deleteAccount } from "../../core/operations/delete_account.ts";
import { deleteExport } from "../../core/operations/delete_export.ts";
import { deleteInboxRule } from "../../core/operations/delete_inbox_rule.ts";
import { deleteTemplate } from "../../core/operations/delete_template.ts";
import { endCalendarFeed } from "../../core/operations/end_calendar_feed.ts";
import { getAccount } from "../../core/operations/get_account.ts";
import { getCalendarFeed } from "../../core/operations/get_calendar_feed.ts";
import { getExport } from "../../core/operations/get_export.ts";
import { getFirstSteps } from "../../core/operations/get_first_steps.ts";
import { getNotifications } from "../../core/operations/get_notifications.ts";
import { listCredentials } from "../../core/operations/list_credentials.ts";
import { listExports } from "../../core/operations/list_exports.ts";
import { listImports } from "../../core/operations/list_imports.ts";
import { listInboxRules } from "../../core/operations/list_inbox_rules.ts";
import { listSessions } from "../../core/operations/list_sessions.ts";
import { listTemplates } from "../../core/operations/list_templates.ts";
import { makeCalendarFeed } from "../../core/operations/make_calendar_feed.ts";
import { previewInboxRule } from "../../core/operations/preview_inbox_rule.ts";
import { revokeCredential } from "../../core/operations/revoke_credential.ts";
import { revokeSession } from "../../core/operations/revoke_session.ts";
import { revokeSessions } from "../../core/operations/revoke_sessions.ts";
import { rotateCredential } from "../../core/operations/rotate_credential.ts";
import { saveTemplate } from "../../core/operations/save_template.ts";
import { signUp } from "../../core/operations/sign_up.ts";
import { startExport } from "../../core/operations/start_export.ts";
import { updateCredential } from "../../core/operations/update_credential.ts";
import { updateNotifications } from "../../core/operations/update_notifications.ts";
import type { Route } from "../route.ts";
import { route } from "../route.ts";

const CREDENTIALS = "/v1/credentials";
const CREDENTIAL = `${CREDENTIALS}/:credentialId`;
const SESSIONS = "/v1/sessions";
const EXPORTS = "/v1/exports";
const EXPORT = `${EXPORTS}/:exportId`;
const RULES = "/v1/inbox-rules";
const TEMPLATES = "/v1/templates";
const CALENDAR = "/v1/calendar-feed";

/** Accounts, the access to them, their settings and their data. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route("GET", CREDENTIALS, listCredentials),
  route("POST", CREDENTIALS, addCredential, {
    statuses: [201],
    headers: ({ credential }) => ({
      location: `${CREDENTIALS}/${credential.id}`,
    }),
  }),
  route("POST", "/v1/clients", addClient, {
    statuses: [201],
    headers: ({ credential }) => ({
      location: `${CREDENTIALS}/${credential.id}`,
    }),
  }),
  route("PATCH", CREDENTIAL, updateCredential),
  route("POST", `${CREDENTIAL}/rotate`, rotateCredential),
  route("DELETE", CREDENTIAL, revokeCredential),
  route("GET", SESSIONS, listSessions),
  route("DELETE", SESSIONS, revokeSessions),
  route("DELETE", `${SESSIONS}/:sessionId`, revokeSession),
  route("GET", EXPORTS, listExports),
  route("POST", EXPORTS, startExport, {
    statuses: [201],
    headers: ({ export: { exportId } }) => ({
      location: `${EXPORTS}/${exportId}`,
    }),
  }),
  route("GET", "/v1/imports", listImports),
  route("GET", EXPORT, getExport),
  route("DELETE", EXPORT, deleteExport),
  route("GET", "/v1/first-steps", getFirstSteps),
  route("GET", TEMPLATES, listTemplates),
  route("POST", TEMPLATES, saveTemplate, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("DELETE", `${TEMPLATES}/:templateId`, deleteTemplate),
  route("GET", RULES, listInboxRules),
  route("POST", RULES, addInboxRule),
  route("POST", `${RULES}/preview`, previewInboxRule),
  route("DELETE", `${RULES}/:ruleId`, deleteInboxRule),
  route("GET", "/v1/account", getAccount),
  route("DELETE", "/v1/account", deleteAccount),
  route("POST", "/v1/account", signUp, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", CALENDAR, getCalendarFeed),
  route("POST", CALENDAR, makeCalendarFeed, { statuses: [201] }),
  route("DELETE", CALENDAR, endCalendarFeed),
  route("GET", "/v1/notifications", getNotifications),
  route("PUT", "/v1/notifications", updateNotifications),
];
