import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Statement } from "../api/types.ts";
import { amountSaid } from "../ui/money/money.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

type Entry = Statement["entries"][number];

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  fund: t`Added by the operator`,
  hold: t`Held for a price`,
  release: t`Paid to you`,
  void: t`Held price returned`,
  refund: t`Refunded`,
  fee: t`Service fee`,
};

/** The movements of the balance, and the releases of money held before. */
export function Movements() {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: KEYS.statement,
    queryFn: ({ pageParam }) =>
      inbox.listPayments({ ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (!data) return <Waiting error={error} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return <p className="hint">{t`No transactions yet.`}</p>;
  return (
    <>
      <ul className="card divide-y divide-line" aria-label={t`Transactions`}>
        {entries.map((entry) => (
          <li key={entry.transferId} className="px-4 py-2.5">
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
          {t`Show more`}
        </button>
      )}
    </>
  );
}

function Moved({ entry }: { entry: Entry }) {
  const { kind, at, amount, balanceAfter, counterparty, released } = entry;
  return (
    <>
      <p className="flex gap-4">
        <span className="line-clamp-3 min-w-0 flex-1">
          {released
            ? t`Released from hold: ${amountSaid(released)}`
            : KINDS[kind]}
          <About entry={entry} />
        </span>
        <span className="whitespace-nowrap font-semibold tabular-nums">
          {released ? "–" : signed(amount)}
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
        <span className="tabular-nums">{t`balance ${amountSaid(balanceAfter)}`}</span>
      </p>
    </>
  );
}

/** With the sign that the sums of the other table have. */
function signed({ amount }: Entry["amount"]): string {
  const sum = amountSaid({ amount: amount.replace("-", "") });
  return amount.startsWith("-") ? `\u2212${sum}` : `+${sum}`;
}

function About({ entry: { title, conversationId } }: { entry: Entry }) {
  if (title === null || conversationId === null) return null;
  return (
    <>
      :{" "}
      <Link
        href={`/c/${conversationId}?in=payments`}
        className="text-accent underline"
      >
        <bdi>{title || t`(no title)`}</bdi>
      </Link>
    </>
  );
}
