import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { hasScope } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, TestLabel, Timestamp } from "../base/schemas.ts";
import { SINCE_FIELD, sinceOf, WAIT_FIELDS } from "../base/wait_fields.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";
import { countViews } from "../conversations/acts/store/views_store.ts";
import {
  listedMoney,
  lookAtOpen,
  mostPressing,
} from "../conversations/read/lists/digest.ts";

const Count = Type.Integer();

/** Sums up in a few lines what the inbox needs, and from whom. */
export const getDigest = defineQuery({
  name: "get_digest",
  title: "Read the digest",
  description:
    "Start here: see what is waiting for you, your person and others, what is unread, and your money. The most urgent are listed; list_conversations has the rest.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({ ...WAIT_FIELDS }),
  output: closed({
    counts: closed(
      { you: Count, person: Count, them: Count, unread: Count, drafts: Count },
      {
        description:
          "Open conversations by whose turn it is; unread in the inbox; drafts.",
      },
    ),
    isPartial: Type.Optional(
      Type.Literal(true, {
        description: `There are more than the ${LIMITS.digestLookedMax} that were looked at: what waits is counted all the same, but whether for you or your person is judged by these, and work without a price counts as far as it was seen.`,
      }),
    ),
    waiting: Type.Array(
      closed({
        conversationId: Word("id"),
        who: Type.Enum(["you", "person", "them"]),
        title: Type.String(),
        from: Word("address", "Address of the other side."),
        text: Word("sentence", "What to do."),
        by: Type.Optional(Timestamp),
        price: Type.Optional(
          Word("amount", "USDC; the label says if it is test money."),
        ),
        label: Type.Optional(TestLabel()),
      }),
      { description: "The most urgent, at most three." },
    ),
    money: Type.Optional(
      closed({
        available: Word("amount"),
        held: Word("amount"),
        incoming: Word("amount"),
        currency: Type.Literal("USDC"),
        label: TestLabel(),
        usdc: Type.Optional(
          closed(
            { held: Word("amount"), incoming: Word("amount") },
            { description: "The same in USDC on a chain, not added up." },
          ),
        ),
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.String(), {
        description: "Your first labels.",
      }),
    ),
    ...SINCE_FIELD,
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  async run(wait, call) {
    const counted = await countViews(call.db)(call.member.accountId);
    const looked = await lookAtOpen(call, counted);
    const { views, isPartial } = looked;
    const { unread, drafts } = counted;
    const counts = { ...looked.counts, unread, drafts };
    const waiting = mostPressing(views);
    const labels = await labelStore(call.db).of(call.member.accountId);
    const named = labels.slice(0, LIMITS.digestLabelsMax);
    return {
      counts,
      ...(isPartial && { isPartial }),
      waiting,
      ...(hasScope(call.member, "payments:read") && {
        money: await listedMoney(call),
      }),
      ...(named.length > 0 && { labels: named.map(({ name }) => name) }),
      ...sinceOf(wait, [counts, waiting]),
    };
  },
});
