import type { Operation } from "../access/operation.ts";
import { addInboxRule } from "./add_inbox_rule.ts";
import { deleteInboxRule } from "./delete_inbox_rule.ts";
import { deleteTemplate } from "./delete_template.ts";
import { getFirstSteps } from "./get_first_steps.ts";
import { importContacts } from "./import_contacts.ts";
import { listInboxRules } from "./list_inbox_rules.ts";
import { listTemplates } from "./list_templates.ts";
import { previewContactImport } from "./preview_contact_import.ts";
import { previewInboxRule } from "./preview_inbox_rule.ts";
import { saveTemplate } from "./save_template.ts";
import { undoContactImport } from "./undo_contact_import.ts";

/** Operations of what an account arranges for itself: its first steps, contacts, templates and rules. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  getFirstSteps,
  previewContactImport,
  importContacts,
  undoContactImport,
  listTemplates,
  saveTemplate,
  deleteTemplate,
  listInboxRules,
  addInboxRule,
  deleteInboxRule,
  previewInboxRule,
];
