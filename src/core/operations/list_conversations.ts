import { Type } from "typebox";
import { DECIDER, defineQuery } from "../access/operation.ts";
import { isDelegate } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import {
  Cursor,
  closed,
  PAGE_FIELDS,
  PageLimit,
  string,
} from "../base/schemas.ts";
import {
  SINCE_FIELD,
  sinceOf,
  viewStanding,
  WAIT_FIELDS,
} from "../base/wait_fields.ts";
import { told } from "../base/words/sentence.ts";
import {
  labelOfView,
  TEAM_VIEWS,
} from "../conversations/acts/labels/assignee.ts";
import { findLabel } from "../conversations/acts/labels/label_change.ts";
import { LabelField } from "../conversations/acts/labels/label_name.ts";
import {
  ITEM_WINDOW,
  NO_MESSAGES,
} from "../conversations/acts/store/window.ts";
import {
  ConversationSchema,
  SectionSchema,
  StateNow,
} from "../conversations/model/schemas.ts";
import {
  cursorAfter,
  cursorAt,
  readCursor,
} from "../conversations/read/lists/cursor.ts";
import type { ViewPage } from "../conversations/read/lists/imported_list.ts";
import {
  importedPage,
  merged,
} from "../conversations/read/lists/imported_list.ts";
import { decidableRows, listRows } from "../conversations/read/lists/list.ts";
import { presentRows } from "../conversations/read/lists/present_rows.ts";
import {
  LISTED_VIEWS,
  ListedViewSchema,
  narrowedTo,
  readQuery,
} from "../conversations/read/lists/query.ts";
import type { MessageSnippet } from "../conversations/read/lists/search.ts";
import { foundWords, searchRows } from "../conversations/read/lists/search.ts";
import type { ConversationView } from "../conversations/read/projection/present.ts";
import { ServiceError } from "../errors/errors.ts";
import { invalid } from "../errors/field_errors.ts";

/** Lists conversations of a view, most recently changed first. */
export const listConversations = defineQuery({
  name: "list_conversations",
  title: "List conversations",
  description:
    "List the conversations in one view, most recently changed first: inbox (received), sent, drafts (not sent: unfinished, waiting for approval or payment, or refused), archive, needs_you (waiting for your decision, signature or answer; section narrows it), payments (with a price), requests (strangers' first messages that offer nothing: accept or decline), waiting (others have to act), snoozed, imported (read-only history from another service). Pass nextCursor as cursor for the next page.",
  access: DECIDER,
  scope: "conversations:read",
  input: closed({
    view: Type.Optional(ListedViewSchema),
    section: Type.Optional(SectionSchema),
    contextId: Type.Optional(Type.String({ maxLength: LIMITS.idCharsMax })),
    state: Type.Optional(StateNow),
    label: Type.Optional(
      LabelField("Only conversations with this label of yours."),
    ),
    q: Type.Optional(
      string(
        "Only those with these words in a message, or in the title, names and addresses with the first one; the last word may be the beginning of one. Words in quotes follow one another. Operators narrow them, also without a word: from: to: in: is:unread is:read is:paid is:archived has:file price:>5 before: after: (a day) label:.",
        LIMITS.searchCharsMax,
      ),
    ),
    snippets: Type.Optional(
      Type.Boolean({
        description: "With q: show the part of a message that has the words.",
      }),
    ),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(PageLimit),
    fields: Type.Optional(
      Type.Enum(["all", "summary"], {
        description:
          "summary leaves out the messages and shows the beginning of the newest as preview.",
      }),
    ),
    ...WAIT_FIELDS,
  }),
  output: closed({
    conversations: Type.Array(ConversationSchema, {
      description: "One page, the newest change first.",
    }),
    ...PAGE_FIELDS,
    ...SINCE_FIELD,
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  async run(input, call) {
    const { section, contextId, state, q, snippets, fields } = input;
    const query = readQuery(q?.trim() ?? "");
    const { words: text, views: named, label: _label, ...said } = query;
    const ofTeam = TEAM_VIEWS.find((it) => it === input.view);
    const field = LISTED_VIEWS.find((it) => it === input.view);
    const { view, refinement } = narrowedTo(ofTeam ? "inbox" : field, named, {
      ...said,
      ...(ofTeam && { assigned: await labelOfView(call, ofTeam) }),
    });
    const label = either(input.label, query.label, "/label", "label:");
    if (section !== undefined && view !== "needs_you") {
      throw invalid("/section", "lacks_view", told`use it with view=needs_you`);
    }
    const isRefined = Object.keys(refinement).length > 0;
    if (snippets && !q?.trim()) {
      throw invalid("/snippets", "lacks_q", told`use it with q`);
    }
    const narrowing = [section, contextId, state, label];
    const isNarrowed = isRefined || narrowing.some((it) => it !== undefined);
    const limit = input.limit ?? LIMITS.pageDefault;
    const after = readCursor(input.cursor);
    const window = fields === "summary" ? NO_MESSAGES : ITEM_WINDOW;
    const page = { after, limit, window, text };
    if (isDelegate(call.member)) {
      const isOther = view !== undefined && view !== "needs_you";
      if (isOther || isNarrowed || text) throw onlyWaiting();
      const rows = await decidableRows(call, { after, limit });
      return answer(input, {
        views: await presentRows(call, rows.rows, window),
        nextCursor: rows.next && cursorAt(rows.next),
      });
    }
    if (view === "imported") {
      if (isNarrowed) {
        const why = told`imported conversations can only be searched by words. Leave the other filters out`;
        throw invalid(input.view ? "/view" : "/q", "conflict", why);
      }
      return answer(input, await importedPage(call, page));
    }
    const asked = {
      ...{ view, section, contextId, state, after, limit },
      labelId:
        label === undefined ? undefined : (await findLabel(call, label)).id,
      ...(isRefined && { refinement }),
    };
    const { rows, next, hits } = text
      ? await searchRows(call, asked, text)
      : { ...(await listRows(call, asked)), hits: [] };
    const views = await presentRows(call, rows, window);
    const own =
      snippets && text
        ? withSnippets(views, await foundWords(call, { rows, hits }, text))
        : views;
    const last = own.at(-1);
    // A page that reaches its byte size ends before its rows do.
    const isCut = own.length < rows.length;
    const nextCursor =
      isCut && last ? cursorAfter(last) : next && cursorAt(next);
    const isEverywhere = text !== "" && view === undefined && !isNarrowed;
    return answer(
      input,
      isEverywhere
        ? merged(
            { views: own, nextCursor },
            await importedPage(call, page),
            limit,
          )
        : { views: own, nextCursor },
    );
  },
});

function onlyWaiting(): ServiceError {
  return new ServiceError("forbidden", {
    detail: told`Cannot list this: you only decide for this account. List view=needs_you without other filters.`,
  });
}

function answer(
  input: { readonly waitSeconds?: number | undefined },
  { views, nextCursor }: ViewPage,
) {
  return {
    conversations: [...views],
    nextCursor,
    hasMore: nextCursor !== null,
    ...sinceOf(input, views.map(viewStanding)),
  };
}

/** @throws invalid_input if a field and an operator of q differ */
function either<T>(
  field: T | undefined,
  operator: T | undefined,
  pointer: string,
  name: string,
): T | undefined {
  if (field === undefined || operator === undefined) return field ?? operator;
  if (field === operator) return field;
  throw invalid(pointer, "conflict", told`q contradicts it with ${name}`);
}

/** Copies each view, because the views are shared. */
function withSnippets(
  views: readonly ConversationView[],
  snippets: ReadonlyMap<string, MessageSnippet>,
): ConversationView[] {
  return views.map((view) => {
    const found = snippets.get(view.id);
    return found
      ? { ...view, snippet: { ...found, marks: [...found.marks] } }
      : view;
  });
}
