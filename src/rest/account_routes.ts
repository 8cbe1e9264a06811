import { addInboxRule } from "../core/operations/add_inbox_rule.ts";
import { addPushDevice } from "../core/operations/add_push_device.ts";
import { deleteInboxRule } from "../core/operations/delete_inbox_rule.ts";
import { deletePushDevice } from "../core/operations/delete_push_device.ts";
import { deleteTemplate } from "../core/operations/delete_template.ts";
import { getFirstSteps } from "../core/operations/get_first_steps.ts";
import { importContacts } from "../core/operations/import_contacts.ts";
import { listInboxRules } from "../core/operations/list_inbox_rules.ts";
import { listPushDevices } from "../core/operations/list_push_devices.ts";
import { listTemplates } from "../core/operations/list_templates.ts";
import { previewContactImport } from "../core/operations/preview_contact_import.ts";
import { previewInboxRule } from "../core/operations/preview_inbox_rule.ts";
import { saveTemplate } from "../core/operations/save_template.ts";
import { undoContactImport } from "../core/operations/undo_contact_import.ts";
import { updatePushDevice } from "../core/operations/update_push_device.ts";
import type { Route } from "./route.ts";
import { route } from "./route.ts";

const IMPORT = "/v1/contacts/import";
const DEVICES = "/v1/push-devices";
const DEVICE = `${DEVICES}/:deviceId`;
const RULES = "/v1/inbox-rules";
const TEMPLATES = "/v1/templates";

/** Routes of what an account arranges for itself: first steps, contacts, templates, rules, devices. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route("GET", "/v1/first-steps", getFirstSteps),
  route("POST", `${IMPORT}/preview`, previewContactImport),
  route("POST", IMPORT, importContacts),
  route("POST", `${IMPORT}/undo`, undoContactImport),
  route("GET", TEMPLATES, listTemplates),
  route("POST", TEMPLATES, saveTemplate, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("DELETE", `${TEMPLATES}/:templateId`, deleteTemplate),
  route("GET", DEVICES, listPushDevices),
  route("POST", DEVICES, addPushDevice, { statuses: [201] }),
  route("PATCH", DEVICE, updatePushDevice),
  route("DELETE", DEVICE, deletePushDevice),
  route("GET", RULES, listInboxRules),
  route("POST", RULES, addInboxRule),
  route("POST", `${RULES}/preview`, previewInboxRule),
  route("DELETE", `${RULES}/:ruleId`, deleteInboxRule),
];
