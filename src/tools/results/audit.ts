import { Type } from "typebox";
import { ACTOR_KINDS } from "../../core/access/actor.ts";
import { fitting } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import type { ThreadOutput } from "../outputs.ts";
import type { Presentation } from "./presentation.ts";
import { telling } from "./presentation.ts";

const RECORDS = {
  records: Type.Array(
    closed({
      seq: Type.Integer(),
      hash: Word("digest"),
      type: Word("code"),
      at: Type.Optional(Word("time")),
      by: Type.Optional(Type.Enum([...ACTOR_KINDS])),
    }),
  ),
  nextAfter: Type.Optional(Word("digest")),
  head: closed({ hash: Word("digest"), seq: Type.Integer() }),
};

export const recordsForm = closed(RECORDS);

/** The records in order; `after` takes the hash of any of them. */
export const AUDIT: Presentation = {
  schema: closed({ conversationId: Word("id"), ...RECORDS }),
  make: ({ conversationId, head, nextAfter, hasMore, ...page }) => ({
    conversationId,
    ...(hasMore === true && { nextAfter }),
    ...shortRecords(page, RECORDS_BYTES_MAX),
    head,
  }),
};

type Page = Pick<ThreadOutput, "records" | "actors">;

const RECORDS_BYTES_MAX = LIMITS.toolResultBytesMax - 1_000;
/** The share of a result that an audit chain may take from its messages. */
const BESIDE_BYTES_MAX = LIMITS.toolResultBytesMax / 3;

/** An audit chain beside a thread. */
export function shortAudit(audit: NonNullable<ThreadOutput["audit"]>): object {
  return { ...shortRecords(audit, BESIDE_BYTES_MAX), head: audit.head };
}

/** The first records that fit, and where svc.read_audit continues. */
function shortRecords({ records = [], actors = [] }: Page, budget: number) {
  const by = new Map(actors.map((it) => [it.seq, it.kind]));
  const all = records.map((record) => ({
    seq: record.seq,
    hash: record.hash,
    type: record.type,
    ...telling({
      at: "at" in record ? record.at : undefined,
      by: by.get(record.seq),
    }),
  }));
  const kept = fitting(all, budget);
  const isCut = kept.length < all.length;
  return {
    records: kept,
    ...(isCut && { nextAfter: records[kept.length - 1]?.hash }),
  };
}
