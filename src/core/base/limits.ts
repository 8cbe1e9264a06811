import { ACCOUNT_LIMITS } from "./limits/accounts.ts";
import { CALL_LIMITS } from "./limits/calls.ts";
import { CHAIN_LIMITS } from "./limits/chain.ts";
import { CONVERSATION_LIMITS } from "./limits/conversations.ts";
import { MAIL_LIMITS } from "./limits/mail.ts";
import { SERVICE_LIMITS } from "./limits/service.ts";

/** Every bound of the service, with its unit last in the name (docs/limits.md). */
export const LIMITS = {
  ...CALL_LIMITS,
  ...CONVERSATION_LIMITS,
  ...MAIL_LIMITS,
  ...ACCOUNT_LIMITS,
  ...SERVICE_LIMITS,
  ...CHAIN_LIMITS,
} as const;
