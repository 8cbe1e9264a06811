import type { AuditRecord, Participant } from "../api/types.ts";
import { Time } from "../ui/time.tsx";
import { isRedacted } from "./verify.ts";

/** The records of a chain, the first one first. */
export function RecordList({
  records,
  participants,
}: {
  records: readonly AuditRecord[];
  participants: readonly Participant[];
}) {
  return (
    <ol aria-label="Records" className="card divide-y divide-line">
      {records.map((record) => (
        <li key={record.seq} className="p-3">
          <p className="flex items-baseline gap-x-3">
            <span className="hint w-8 shrink-0 tabular-nums">{record.seq}</span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <strong>{wordsOf(record.type)}</strong>
              <Actor record={record} participants={participants} />
            </span>
          </p>
          <p className="mt-1 truncate pl-11 font-mono text-xs text-soft">
            {record.hash}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Members of a record's body; whoever forged one may have written anything. */
interface Body {
  readonly at?: unknown;
  readonly via?: unknown;
  readonly actor?: {
    readonly accountId?: unknown;
    readonly address?: unknown;
    readonly kind?: unknown;
  } | null;
}

/** Who did it, through which interface and when. */
function Actor({
  record,
  participants,
}: {
  record: AuditRecord & Body;
  participants: readonly Participant[];
}) {
  if (isRedacted(record)) {
    return <span className="hint">Not for you to read</span>;
  }
  const { at, via, actor } = record;
  const account = participants.find(
    ({ accountId }) =>
      accountId !== undefined && accountId === actor?.accountId,
  );
  const who = actor?.address ?? account?.address ?? actor?.kind;
  return (
    <span className="hint">
      by <bdi>{String(who ?? "nobody named")}</bdi> over {String(via)},{" "}
      <Time at={String(at)} />
    </span>
  );
}

/** "payment.held" as "Payment: held". */
function wordsOf(type: unknown): string {
  const [subject = "", act = ""] = String(type).replaceAll("_", " ").split(".");
  const first = subject.charAt(0).toUpperCase() + subject.slice(1);
  return act === "" ? first : `${first}: ${act}`;
}
