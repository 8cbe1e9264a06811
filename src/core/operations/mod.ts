/**
 * Which operations are there? One file each, listed by subject in `subjects/`.
 * @module
 */
import type { Operation } from "../access/operation.ts";
import { ACCOUNT_OPERATIONS } from "./subjects/accounts.ts";
import { AUDIT_OPERATIONS } from "./subjects/audit.ts";
import { CONVERSATION_OPERATIONS } from "./subjects/conversations.ts";
import { DATA_OPERATIONS } from "./subjects/data.ts";
import { DELIVERY_OPERATIONS } from "./subjects/deliveries.ts";
import { MONEY_OPERATIONS } from "./subjects/money.ts";
import { PEOPLE_OPERATIONS } from "./subjects/people.ts";
import { SERVICE_OPERATIONS } from "./subjects/service.ts";

/** All operations, by subject. */
export const OPERATIONS: readonly Operation[] = [
  ...CONVERSATION_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...DATA_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...SERVICE_OPERATIONS,
];
