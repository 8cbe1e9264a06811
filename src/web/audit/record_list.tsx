import type { AuditRecord } from "../api/types.ts";
import { Time } from "../ui/time.tsx";

/** The records of a chain, the first one first. */
export function RecordList({ records }: { records: readonly AuditRecord[] }) {
  return (
    <ol aria-label="Records" className="card divide-y divide-line">
      {records.map((record) => (
        <li key={record.seq} className="p-3">
          <p className="flex items-baseline gap-x-3">
            <span className="hint w-8 shrink-0 tabular-nums">{record.seq}</span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <strong>{wordsOf(record.type)}</strong>
              <Actor record={record} />
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

/** Members of a record that a redacted one does not have. */
interface Body {
  readonly at?: string;
  readonly via?: string;
  readonly actor?: { readonly address?: string; readonly kind?: string };
}

function Actor({ record }: { record: AuditRecord & Body }) {
  const { at, via, actor } = record;
  if (!at) return <span className="hint">Not for you to read</span>;
  return (
    <span className="hint">
      <bdi>{actor?.address ?? actor?.kind}</bdi> over {via}, <Time at={at} />
    </span>
  );
}

/** "payment.held" as "Payment: held". */
function wordsOf(type: string): string {
  const [subject = "", act = ""] = type.replaceAll("_", " ").split(".");
  const first = subject.charAt(0).toUpperCase() + subject.slice(1);
  return act === "" ? first : `${first}: ${act}`;
}
