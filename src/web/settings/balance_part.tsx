import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client.ts";
import { KEYS, useBalance } from "../api/queries.ts";
import type { Statement } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";

type Entry = Statement["entries"][number];

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  fund: "Given by the operator",
  hold: "Held for a price",
  release: "Paid to you",
  void: "A held price came back",
  refund: "Given back",
  fee: "Fee of the service",
};

/** What the person can spend, what is on its way, and what has moved. */
export function BalancePart() {
  const { data, error } = useBalance();
  if (!data) return <Waiting error={error} />;
  const sums = [
    ["You can spend", data.available],
    ["Held for what you offered", data.held],
    ["Held for you", data.incoming],
  ] as const;
  return (
    <>
      <dl className="card mb-3 divide-y divide-line">
        {sums.map(([name, money]) => (
          <div key={name} className="flex justify-between gap-4 p-4">
            <dt>{name}</dt>
            <dd className="font-semibold tabular-nums">
              {money.amount} {money.currency}
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint mb-6">TEST: no real money stands behind these sums.</p>
      <h2 className="mb-2 text-lg font-semibold">Statement</h2>
      <StatementList />
    </>
  );
}

function StatementList() {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: KEYS.statement,
    queryFn: ({ pageParam }) =>
      api<Statement>(
        `/v1/payments${pageParam && `?cursor=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (!data) return <Waiting error={error} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="hint">Nothing has moved.</p>;
  return (
    <>
      <ul className="card divide-y divide-line" aria-label="Statement">
        {entries.map((entry) => (
          <li key={entry.transferId} className="p-3">
            <Moved entry={entry} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="btn mt-3"
          onClick={() => fetchNextPage()}
        >
          Show more
        </button>
      )}
    </>
  );
}

function Moved({ entry }: { entry: Entry }) {
  const { kind, at, amount, balanceAfter, title, counterparty } = entry;
  return (
    <>
      <p className="flex gap-4">
        <span
          className="line-clamp-3 min-w-0 flex-1"
          title={title ?? undefined}
        >
          {KINDS[kind]}
          {title !== null && entry.conversationId !== null && (
            <>
              :{" "}
              <Link
                href={`/c/${entry.conversationId}?in=payments`}
                className="text-accent underline"
              >
                <bdi>{title || "(no title)"}</bdi>
              </Link>
            </>
          )}
        </span>
        <span className="whitespace-nowrap font-semibold tabular-nums">
          {amount.amount}
        </span>
      </p>
      <p className="hint flex gap-4">
        <span className="min-w-0 flex-1">
          <Time at={at} />
          {counterparty && (
            <>
              {" · "}
              <bdi>{counterparty}</bdi>
            </>
          )}
        </span>
        <span className="tabular-nums">then {balanceAfter.amount}</span>
      </p>
    </>
  );
}
