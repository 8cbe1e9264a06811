import { defineCommand, OWNER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Export } from "../exports/export_store.ts";
import { exportStore } from "../exports/export_store.ts";
import {
  ExportSchema,
  presentExport,
  requireFreshSignIn,
} from "../exports/exports.ts";
import { FIRST } from "../exports/place.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";

const HOUR_MS = 3_600_000;

/** Starts an archive of all that an account has and may read. */
export const startExport = defineCommand({
  name: "start_export",
  title: "Export an account",
  description:
    "Start an archive of everything an account has and can read: conversations, messages, files, contacts, payments and audit chains. It is made in the background and available for a day. No agent may do this.",
  access: OWNER,
  rate: "create",
  input: closed({ accountId: OwnerId }),
  output: closed({ export: ExportSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId }, call) {
    await requireFreshSignIn(call, told`export the account`);
    const { id: owner } = await loadAccount(call, ownerOf(call, accountId));
    const store = exportStore(call.db);
    const begun = await store.of(owner, call.now);
    if (begun.some(({ status }) => status === "making")) {
      throw tooMany(told`one is already in progress`);
    }
    if (begun.length >= LIMITS.exportsPerDayMax) {
      throw tooMany(told`the limit is ${LIMITS.exportsPerDayMax} per day`);
    }
    const kept = await store.keptBytes(call.now);
    if (kept >= LIMITS.exportsKeptBytesMax) {
      throw tooMany(told`there is no room for it at the moment`);
    }
    const made: Export = {
      ...{ id: call.newId("export"), accountId: owner },
      ...{ status: "making", reason: null, place: FIRST, slices: 0 },
      ...{ entries: 0, dataBytes: 0, directoryBytes: 0, keptBytes: 0 },
      ...{ conversations: 0, conversationsDone: 0 },
      createdAt: call.now,
      readyAt: null,
      expiresAt: call.now + LIMITS.exportKeptHours * HOUR_MS,
    };
    call.write(store.insert(made));
    call.record({
      chainId: owner,
      type: "export.begun",
      refs: { exportId: made.id },
    });
    return { export: presentExport(made) };
  },
});

function tooMany(why: Sentence): ServiceError {
  return new ServiceError("too_many_exports", {
    detail: told`Cannot export the account now: ${why}.`,
  });
}
