import { KEYS, useOptional } from "../api/queries.ts";
import type { Payment } from "../api/types.ts";
import { Time } from "../ui/time.tsx";

type Money = Payment["price"];

interface Balance {
  readonly [name: string]: unknown;
}

interface Statement {
  readonly payments?: readonly Readonly<Record<string, unknown>>[];
}

/** What is there and what has moved, where the service tells. */
export function BalancePart() {
  const balance = useOptional<Balance>(KEYS.balance, "/v1/balance");
  const statement = useOptional<Statement>(["payments"], "/v1/payments");
  const sums = Object.entries(balance.data ?? {}).filter(isSum);
  return (
    <>
      <dl className="card mb-6 divide-y divide-line">
        {sums.map(([name, money]) => (
          <div key={name} className="flex justify-between gap-4 p-4">
            <dt>{wordsOf(name)}</dt>
            <dd className="font-semibold tabular-nums">
              {money.amount} {money.currency}
            </dd>
          </div>
        ))}
      </dl>
      {balance.data?.label === "TEST" && (
        <p className="hint mb-6">
          TEST: no real money stands behind these sums.
        </p>
      )}
      <h2 className="mb-2 text-lg font-semibold">Statement</h2>
      <ul className="card divide-y divide-line" aria-label="Statement">
        {(statement.data?.payments ?? []).map((row, index) => (
          <li key={String(row.paymentId ?? row.id ?? index)} className="p-3">
            <Entry row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ row }: { row: Readonly<Record<string, unknown>> }) {
  const at = [row.at, row.createdAt, row.updatedAt, row.heldAt].find(isText);
  const sum = Object.entries(row).find(isSum)?.[1];
  const kind = [row.kind, row.status].find(isText);
  return (
    <span className="flex flex-wrap gap-x-4">
      <span>{kind && wordsOf(kind)}</span>
      <span className="hint">{at && <Time at={at} />}</span>
      <span className="ml-auto tabular-nums">
        {sum && `${sum.amount} ${sum.currency}`}
      </span>
    </span>
  );
}

function isSum(entry: [string, unknown]): entry is [string, Money] {
  const [, value] = entry;
  return typeof value === "object" && value !== null && "amountAtomic" in value;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** "availableToSpend" as "Available to spend". */
function wordsOf(name: string): string {
  const words = name.replace(/([A-Z])|_/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
