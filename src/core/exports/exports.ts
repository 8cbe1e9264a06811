/**
 * How is an account's archive made? `steps.ts` says what comes after what, `archive.ts`
 * writes the bytes, `manifest.ts` what is in it. The loop is `loops/export_making.ts`.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  filled,
  integer,
  nullable,
  timestamp,
} from "../base/schemas.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { ownerOf } from "../identity/accounts.ts";
import { sessionListStore } from "../identity/session_list_store.ts";
import { archiveBytes } from "./archive.ts";
import type { Export } from "./export_store.ts";
import { exportStore } from "./export_store.ts";

export const ExportId = filled("Id of the export.", LIMITS.idCharsMax);

/** An export for its owner. */
export const ExportSchema = closed({
  exportId: Word("id", "Id of the export."),
  status: Type.Enum(["making", "ready", "failed", "removed"], {
    description:
      "It can be downloaded once it is ready; removed: its owner deleted it.",
  }),
  reason: nullable(
    Type.Enum(["too_large"], { description: "Why it failed; null otherwise." }),
  ),
  conversations: integer("How many it holds, as far as they are found."),
  conversationsDone: integer("How many of them are written."),
  bytes: nullable(integer("How long the archive is; null before it is ready.")),
  createdAt: timestamp("When it was begun."),
  readyAt: nullable(timestamp("When it was ready.")),
  expiresAt: timestamp("When it is deleted."),
});

/** Shows an export to its owner. */
export function presentExport(made: Export): Static<typeof ExportSchema> {
  const { id, status, reason, conversations, conversationsDone } = made;
  return {
    exportId: id,
    status,
    reason: reason === "too_large" ? reason : null,
    ...{ conversations, conversationsDone },
    bytes: status === "ready" ? archiveBytes(made) : null,
    createdAt: showTime(made.createdAt),
    readyAt: timeOrNull(made.readyAt),
    expiresAt: showTime(made.expiresAt),
  };
}

/**
 * An export of the caller's own account.
 * @throws export_not_found, also for another account's and an expired one
 */
export async function loadExport(
  call: QueryCall,
  accountId: string | undefined,
  exportId: string,
): Promise<Export> {
  const owner = ownerOf(call, accountId);
  const found = await exportStore(call.db).find(exportId);
  const isThere = found?.accountId === owner && found.expiresAt > call.now;
  if (found && isThere) return found;
  throw new ServiceError("export_not_found", {
    detail: told`Cannot find this export.`,
  });
}

/**
 * Prevents taking an account through a session that was left open.
 * @throws sign_in_again for an older sign-in
 */
export async function requireFreshSignIn(
  call: QueryCall,
  doing: Sentence,
): Promise<void> {
  const { principal } = call.caller;
  if (!isMember(principal) || principal.sessionId === undefined) return;
  const { accountId, sessionId, team } = principal;
  const store = sessionListStore(call.db);
  const since = await store.since(team?.memberId ?? accountId, sessionId);
  if (since !== undefined && call.now - since < LIMITS.freshSignInMs) return;
  throw new ServiceError("sign_in_again", {
    detail: told`Cannot ${doing}: you signed in a while ago. Sign in again first.`,
  });
}
