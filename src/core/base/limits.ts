/**
 * Which bounds, forms and words do all subjects share? Here is every bound. `money.ts`,
 * `ids.ts`, `text.ts`, `time.ts` and `schemas.ts` are forms of values, `words/` the
 * languages (`say.ts` says a text in one), `pace.ts` lets long work rest, `redact.ts` says
 * what the log may not hold.
 * @module
 */
import { ACCOUNT_LIMITS } from "./limits/accounts.ts";
import { CALL_LIMITS } from "./limits/calls.ts";
import { CHAIN_LIMITS } from "./limits/chain.ts";
import { CONVERSATION_LIMITS } from "./limits/conversations.ts";
import { MAIL_LIMITS } from "./limits/mail.ts";
import { SERVICE_LIMITS } from "./limits/service.ts";

/** Every limit of the service, with its unit last in the name (docs/limits.md). */
export const LIMITS = {
  ...CALL_LIMITS,
  ...CONVERSATION_LIMITS,
  ...MAIL_LIMITS,
  ...ACCOUNT_LIMITS,
  ...SERVICE_LIMITS,
  ...CHAIN_LIMITS,
} as const;
