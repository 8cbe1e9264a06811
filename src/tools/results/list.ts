import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { firstChars } from "../../core/base/text.ts";
import { SINCE_FIELD } from "../../core/base/wait_fields.ts";
import {
  LabelNames,
  SnoozedUntil,
  StateSchema,
} from "../../core/conversations/model/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { Presentation, Viewer } from "./presentation.ts";
import { telling } from "./presentation.ts";

const PREVIEW_CHARS_MAX = 120;

const ItemForm = closed({
  conversationId: Word("id"),
  state: StateSchema,
  turn: Type.Enum(["you", "them", "person", "nobody"]),
  title: Type.String(),
  with: Type.Union([Type.Literal("nobody yet"), Word("address")]),
  at: Word("time"),
  price: Type.Optional(Word("amount")),
  due: Type.Optional(Word("time")),
  unread: Type.Optional(Type.Boolean()),
  snoozedUntil: Type.Optional(SnoozedUntil),
  labels: Type.Optional(LabelNames),
  preview: Type.Optional(Type.String()),
  snippet: Type.Optional(Type.String()),
});

/** A page of conversations, with enough of each to choose which to read. */
export const LIST: Presentation = {
  schema: closed({
    conversations: Type.Array(ItemForm),
    nextCursor: Type.Optional(Word("digest")),
    ...SINCE_FIELD,
  }),
  make({ conversations = [], nextCursor, since }, reader) {
    return {
      conversations: conversations.map((it) => item(it, reader)),
      ...telling({ nextCursor, since }),
    };
  },
};

function item(view: ConversationView, { viewerId }: Viewer): object {
  const other = view.participants.find((it) => it.accountId !== viewerId);
  const isSender = view.participants[0]?.accountId === viewerId;
  const { preview, snippet, payment } = view;
  return {
    conversationId: view.conversationId,
    state: view.state,
    turn: view.nextStep.who,
    title: view.title,
    with: (isSender ? other?.address : view.from.address) ?? "nobody yet",
    at: view.lastMessageAt ?? view.updatedAt,
    ...telling({
      price: payment.status === "none" ? undefined : payment.price.amount,
      due: view.terms?.dueAt,
      unread: view.unread,
      snoozedUntil: view.snoozedUntil ?? undefined,
      labels: view.labels,
      preview: snippet
        ? undefined
        : preview && firstChars(preview.text, PREVIEW_CHARS_MAX),
      snippet: snippet?.text,
    }),
  };
}
