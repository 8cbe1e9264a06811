import { isRedactedRecord } from "../../../verify/src/records.ts";
import type { AuditRecord, RecordActor } from "../api/types.ts";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { recordWords } from "./record_words.ts";

/** The records of a chain, oldest first. */
export function RecordList({
  records,
  actors,
}: {
  records: readonly AuditRecord[];
  actors: readonly RecordActor[];
}) {
  const bySeq = new Map(actors.map((it) => [it.seq, it]));
  return (
    <ol aria-label={t`Records`} className="card divide-y divide-line">
      {records.map((record) => (
        <li key={record.seq} className="p-3">
          <p className="flex items-baseline gap-x-3">
            <span className="hint w-8 shrink-0 tabular-nums">{record.seq}</span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <strong>{recordWords(String(record.type))}</strong>
              <Actor record={record} actor={bySeq.get(record.seq)} />
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

/** Members of a record's body; a forged one may contain anything. */
interface Body {
  readonly at?: unknown;
  readonly via?: unknown;
}

/** Names of interfaces that are not ordinary words. */
const INTERFACES: ReadonlySet<unknown> = new Set(["rest", "mcp", "a2a"]);

/** The actor of a record, the interface and the time. */
function Actor({
  record,
  actor,
}: {
  record: AuditRecord & Body;
  actor: RecordActor | undefined;
}) {
  if (isRedactedRecord(record)) {
    return <span className="hint">{t`Private to someone else`}</span>;
  }
  const { at, via } = record;
  const over = INTERFACES.has(via) ? String(via).toUpperCase() : String(via);
  return (
    <span className="hint">
      {rich`by ${<bdi>{actor?.label ?? t`an unknown actor`}</bdi>} via ${over}, ${<Time at={String(at)} />}`}
    </span>
  );
}
