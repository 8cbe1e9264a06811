import type { Static } from "typebox";
import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, flag, string } from "../base/schemas.ts";
import { DAY_MS } from "../base/time.ts";
import {
  requireResumed,
  sees,
  sightOf,
  writeState,
} from "../events/change_state.ts";
import type { ChangeRow } from "../events/change_store.ts";
import { changeStore } from "../events/change_store.ts";

const ids = (description: string) => Type.Array(Word("id"), { description });

const ChangedSchema = (what: string) =>
  closed(
    {
      created: ids("New to you."),
      changed: ids("Changed; read them again."),
      gone: ids("Gone for you."),
    },
    { description: what },
  );

type Changed = Static<ReturnType<typeof ChangedSchema>>;

/** Lists what has changed for the caller since a state. */
export const listChanges = defineQuery({
  name: "list_changes",
  title: "List changes",
  description:
    "List what was created, changed or removed for you since a state: ids only, so read them again. Without since it returns the state to start with; get that first, then read your lists. Call again at once while hasMore is true. Kinds you may not read are empty.",
  access: MEMBER,
  scopesFor: () => [
    "conversations:read",
    "contacts:read",
    "payments:read",
    "addresses:read",
  ],
  input: closed({
    since: Type.Optional(
      string(
        "state from the last answer, or the id of the last event from GET /v1/events.",
        LIMITS.changeStateCharsMax,
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `Changes that are looked at, at most ${LIMITS.changesPageMax}.`,
        minimum: 1,
        maximum: LIMITS.changesPageMax,
      }),
    ),
  }),
  output: closed({
    state: Word("digest", "Pass it as since next time."),
    hasMore: flag("True if there are more changes."),
    conversations: ChangedSchema("Ids of conversations."),
    contacts: ChangedSchema("Addresses of contacts."),
    payments: ChangedSchema("Ids of movements of your statement (transferId)."),
    settings: ChangedSchema(
      "Names of settings: labels, rules, profile, addresses, notifications, payout, access, sign_in, webhooks. After labels, read again the conversations that have one.",
    ),
  }),
  async run({ since, limit = LIMITS.changesPageDefault }, call) {
    const { member, db, signer } = call;
    const { accountId } = member;
    const sight = sightOf(member);
    const store = changeStore(db);
    const known =
      since === undefined
        ? undefined
        : await requireResumed(call, member, since);
    // Before the rows: anything newer is read by the next call.
    const end = await store.end();
    const rows = known
      ? await store.after(accountId, known.place, limit + 1)
      : [];
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = shown.at(-1);
    const isBeyond = last !== undefined && (hasMore || last.place > end.place);
    const isFresh = known !== undefined && end.at - known.at < DAY_MS;
    // A caller that asks often gets no new state for others' changes.
    const to = isBeyond ? last : !last && isFresh ? known : end;
    const state = writeState(signer, accountId, { ...to, sight });
    const visible = shown.filter((it) => sees(sight, it));
    return {
      state,
      hasMore,
      conversations: summed(visible, "conversation"),
      contacts: summed(visible, "contact"),
      payments: summed(visible, "payment"),
      settings: summed(visible, "setting"),
    };
  },
});

/** Merges all changes of one kind. */
function summed(rows: readonly ChangeRow[], kind: ChangeRow["kind"]): Changed {
  const firsts = new Map<string, ChangeRow>();
  const lasts = new Map<string, ChangeRow>();
  for (const row of rows) {
    if (row.kind !== kind) continue;
    if (!firsts.has(row.objectId)) firsts.set(row.objectId, row);
    lasts.set(row.objectId, row);
  }
  const result: Changed = { created: [], changed: [], gone: [] };
  for (const [id, { what }] of lasts) {
    const isNew = kind !== "setting" && firsts.get(id)?.what === "created";
    if (what !== "gone") result[isNew ? "created" : "changed"].push(id);
    else if (!isNew) result.gone.push(id);
  }
  return result;
}
