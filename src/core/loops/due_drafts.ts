import type { Due } from "../conversations/acts/store/due_store.ts";
import { dueStore } from "../conversations/acts/store/due_store.ts";
import { ERRORS } from "../errors/error_table.ts";
import { ServiceError } from "../errors/errors.ts";
import { failSending } from "../operations/fail_sending.ts";
import { sendDue } from "../operations/send_due.ts";
import type { Services } from "../pipeline/call.ts";
import { outputOf } from "../pipeline/call.ts";
import type { Duty } from "./duty.ts";
import { clock } from "./duty.ts";

/** Drafts whose time has come. */
export const DUE_DRAFTS: Duty = {
  operation: sendDue,
  find: (db, now, after) => dueStore(db).toSend(now, after),
  input: ({ conversationId }) => ({ conversationId }),
  refused: keep,
};

/**
 * Keeps a refused draft, with the reason; false if the next pass may succeed, for example
 * while the database is down or the sender is over a limit.
 */
async function keep(
  services: Services,
  { conversationId }: Due,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ServiceError)) return false;
  const { status } = ERRORS[error.code];
  if (status >= 500 || status === 429) return false;
  const { code, message: detail } = error;
  const output = await outputOf(services, failSending, clock(services), {
    conversationId,
    code,
    detail,
  });
  return output.done;
}
