import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import type { QueryCall } from "../access/context.ts";
import { DECIDER_OR_GUEST, defineQuery } from "../access/operation.ts";
import { PerCall } from "../access/per_call.ts";
import { isDelegate } from "../access/principal.ts";
import { jsonOnce } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import { breathe } from "../base/pace.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { sinceOf, viewStanding, WAIT_FIELDS } from "../base/wait_fields.ts";
import { told } from "../base/words/sentence.ts";
import { blockersIn } from "../conversations/acts/store/blockers_store.ts";
import type { ImportedRow } from "../conversations/acts/store/imported_store.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";
import type { Loaded } from "../conversations/acts/store/load.ts";
import {
  findViewerRow,
  outlineFor,
  viewerRowOf,
} from "../conversations/acts/store/load.ts";
import type { ViewerRow } from "../conversations/acts/store/store.ts";
import type { Window } from "../conversations/acts/store/window.ts";
import {
  READ_WINDOW,
  THREAD_WINDOW,
  TOOL_WINDOW,
} from "../conversations/acts/store/window.ts";
import { SENDER } from "../conversations/model/model.ts";
import { ConversationReadSchema } from "../conversations/model/schemas.ts";
import { readAuditPage } from "../conversations/read/projection/audit_view.ts";
import type { ConversationView } from "../conversations/read/projection/present.ts";
import { presentImported } from "../conversations/read/projection/present_imported.ts";
import {
  answerWindow,
  presentTo,
} from "../conversations/read/projection/present_to.ts";
import type { MessagePage } from "../conversations/read/projection/shown_thread.ts";
import { shownThread } from "../conversations/read/projection/shown_thread.ts";
import { heldUntil } from "../conversations/read/projection/told.ts";

/** The caller's row of a conversation, or an imported one. */
type Found = { readonly row: ViewerRow } | { readonly imported: ImportedRow };

const rows = new PerCall<Found>();

function rowOf(call: QueryCall, conversationId: string): Promise<Found> {
  return rows.get(call, conversationId, () => findRow(call, conversationId));
}

async function findRow(call: QueryCall, id: string): Promise<Found> {
  const row = await findViewerRow(call, id);
  if (row) return { row };
  const { guest, accountId } = call.member;
  const hasHistory = !guest && !isDelegate(call.member);
  const imported = !hasHistory
    ? undefined
    : await importedStore(call.db).find(id, accountId);
  return imported ? { imported } : { row: await viewerRowOf(call, id) };
}

/** Reads one conversation as the caller may see it. */
export const getConversation = defineQuery({
  name: "get_conversation",
  title: "Read a conversation",
  description:
    "Read one conversation with its messages, participants, artifacts, payment, open checkpoints and state. It has one page of messages, the newest by default; messagesOmitted and before lead to older ones. includeAudit adds the hash-linked audit records and needs the scope audit:read.",
  access: DECIDER_OR_GUEST,
  scope: "conversations:read",
  input: closed({
    conversationId: ConversationId,
    includeAudit: Type.Optional(
      Type.Boolean({ description: "Also return the audit chain." }),
    ),
    before: Type.Optional(
      string(
        "A messageId: only messages older than this one. An answer gives the value for its next page.",
        LIMITS.idCharsMax,
      ),
    ),
    messageId: Type.Optional(string("Only this message.", LIMITS.idCharsMax)),
    limit: Type.Optional(
      Type.Integer({
        description: `How many messages; ${LIMITS.readMessagesDefault} if absent, at most ${LIMITS.readMessagesMax}.`,
        minimum: 1,
        maximum: LIMITS.readMessagesMax,
      }),
    ),
    ...WAIT_FIELDS,
  }),
  output: ConversationReadSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  keeping: {
    // Each change of a conversation raises the version in the rows of all who see it.
    async standing({ conversationId, includeAudit, ...page }, call) {
      const isPage = (page.messageId ?? page.before) !== undefined;
      if (includeAudit || isPage) return undefined;
      const found = await rowOf(call, conversationId);
      if (!("row" in found)) return undefined;
      const { row } = found;
      // A block removes actions from the sender without changing the conversation.
      const blockers =
        row.position === SENDER
          ? await blockersIn(call.db)(row, call.member.accountId)
          : [];
      return `${jsonOnce(row)} ${blockers}`;
    },
    until: ({ conversation }) => heldUntil(conversation),
  },
  async run(
    { conversationId, includeAudit, before, messageId, limit, waitSeconds },
    call,
  ) {
    if (includeAudit) {
      requireScope(call.member, "audit:read", told`include the audit records`);
    }
    const window = {
      ...(call.caller.via === "mcp" ? TOOL_WINDOW : READ_WINDOW),
      ...(limit !== undefined && { count: limit }),
      ...(before !== undefined && { before }),
      ...(messageId !== undefined && { from: messageId, count: 1 }),
    };
    const found = await rowOf(call, conversationId);
    const { view, page, loaded } = await readingOf(call, found, window);
    // It is written as JSON next.
    if (page.messages.length > LIMITS.nearMessagesMax) await breathe();
    const audit =
      includeAudit && loaded
        ? await readAuditPage(call, loaded, { limit: LIMITS.auditPageMax })
        : undefined;
    const { records = [], actors = [], head } = audit ?? {};
    return {
      conversationId,
      contextId: view.contextId,
      conversation: view,
      ...page,
      state: view.state,
      ...(head && { audit: { records, actors, head } }),
      ...sinceOf({ waitSeconds }, viewStanding(view)),
    };
  },
});

/** A conversation as every answer shows it, with the requested page. */
interface Reading {
  readonly view: ConversationView;
  readonly page: MessagePage;
  readonly loaded?: Loaded;
}

async function readingOf(
  call: QueryCall,
  found: Found,
  window: Window,
): Promise<Reading> {
  if ("imported" in found) {
    const { imported } = found;
    const view = await presentImported(call, imported, THREAD_WINDOW);
    return {
      view,
      page: pageOf(await presentImported(call, imported, window)),
    };
  }
  const isNewest = (window.from ?? window.before) === undefined;
  const newest = isNewest ? widest(window, THREAD_WINDOW) : THREAD_WINDOW;
  const loaded = await outlineFor(call, found.row, newest);
  const { conversation, viewerState, me } = loaded;
  const { conversation: within } = isNewest
    ? loaded
    : await outlineFor(call, found.row, window);
  const by = { viewer: me, say: call.say };
  const page = pageOf(shownThread(within, by, window));
  const beside = page.messages.map(({ messageId }) => messageId);
  const shown = { ...answerWindow(call), beside };
  const view = await presentTo(call, conversation, viewerState, shown);
  return { view, page, loaded };
}

/** The window that contains both of two windows on the newest messages. */
function widest(one: Window, other: Window): Window {
  return {
    count: Math.max(one.count, other.count),
    bytes: Math.max(one.bytes, other.bytes),
  };
}

function pageOf({ messages, messagesOmitted, before }: MessagePage) {
  return {
    messages,
    messagesOmitted,
    ...(before !== undefined && { before }),
  };
}
