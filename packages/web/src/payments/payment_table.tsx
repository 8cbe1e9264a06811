import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { PaymentList } from "../api/types.ts";
import { Badge } from "../ui/badge.tsx";
import { amountSaid, statusLook } from "../ui/money/money.tsx";
import { Waiting } from "../ui/notice.tsx";
import { ReceiptLink } from "../ui/receipt_link.tsx";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { paymentTitle, voidWords } from "../ui/words.ts";
import type { Filter } from "./filter.ts";
import { filterQuery } from "./filter.ts";

type Row = PaymentList["payments"][number];

/** The payments of a filter, page by page. */
export function PaymentTable({ filter }: { filter: Filter }) {
  const query = filterQuery(filter);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [...KEYS.payments, "list", query],
      queryFn: ({ pageParam }) => {
        const page = new URLSearchParams(query);
        if (pageParam) page.set("cursor", pageParam);
        return api<PaymentList>(`/v1/payments/search?${page}`);
      },
      initialPageParam: "",
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    });
  if (!data) return <Waiting error={error} />;
  const rows = data.pages.flatMap((page) => page.payments);
  return (
    <>
      {rows.length === 0 ? (
        <Empty isFiltered={query !== ""} hasMore={hasNextPage} />
      ) : (
        <Table rows={rows} />
      )}
      {hasNextPage && (
        <button
          type="button"
          className="btn mt-3"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && fetchNextPage()}
        >
          {rows.length === 0 ? t`Search older payments` : t`Show more`}
        </button>
      )}
    </>
  );
}

function Empty({
  isFiltered,
  hasMore,
}: {
  isFiltered: boolean;
  hasMore: boolean;
}) {
  return (
    <div className="card px-4 py-10 text-center text-soft">
      <p className="mb-4">
        {hasMore
          ? t`No matches among recent payments.`
          : isFiltered
            ? t`No matching payments.`
            : t`No payments yet.`}
      </p>
      {isFiltered ? (
        <Link href="/payments" className="btn">
          {t`Show all payments`}
        </Link>
      ) : (
        <Link href="/compose" className="btn btn-main">
          {t`Make a paid request`}
        </Link>
      )}
    </div>
  );
}

/** Numbers are aligned at the end of their column. */
const END = "md:text-right";
const HEADS = [
  { name: t`Amount`, look: END },
  { name: t`Status`, look: "" },
  { name: t`With`, look: "" },
  { name: t`For`, look: "" },
  { name: t`Released when`, look: "" },
  { name: t`Due`, look: "" },
  { name: t`Fee`, look: END },
] as const;

/** On a narrow screen each row is a card. */
function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="card overflow-hidden">
      <table className="w-full text-sm max-md:block">
        <caption className="sr-only">{t`Payments, newest first`}</caption>
        <thead className="max-md:sr-only">
          <tr className="border-line border-b text-left text-soft text-xs">
            {HEADS.map(({ name, look }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 font-medium ${look}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {rows.map((row) => (
            <PaymentRow key={row.paymentId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CELL = "md:px-3 md:py-2.5 md:align-top";

function PaymentRow({ row }: { row: Row }) {
  const { direction, price, counterparty, conversationId, title } = row;
  return (
    <tr className="hover:bg-hover max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-4 max-md:py-3">
      <td
        className={`${CELL} ${END} whitespace-nowrap font-semibold tabular-nums max-md:col-start-2 max-md:row-start-1 max-md:text-right`}
      >
        <span className="sr-only">
          {direction === "in" ? t`To you` : t`From you`}{" "}
        </span>
        {direction === "in" ? "+" : "\u2212"}
        {amountSaid(price)}
      </td>
      <td
        className={`${CELL} max-md:col-start-2 max-md:row-start-2 max-md:text-right`}
      >
        <Status row={row} />
      </td>
      <td
        className={`${CELL} max-md:col-start-1 max-md:row-start-2 max-md:text-soft md:max-w-48`}
      >
        <bdi title={counterparty.address} className="line-clamp-2">
          {counterparty.name || counterparty.address}
        </bdi>
      </td>
      <td
        className={`${CELL} max-md:col-start-1 max-md:row-start-1 md:min-w-40`}
      >
        <Link
          href={`/c/${conversationId}?in=payments`}
          className="line-clamp-2 font-medium hover:underline"
        >
          <bdi>{title || t`(no title)`}</bdi>
        </Link>
      </td>
      <td
        className={`${CELL} text-soft max-md:col-span-2 max-md:row-start-3 max-md:text-xs`}
      >
        <Released row={row} />
      </td>
      <td
        className={`${CELL} whitespace-nowrap text-soft max-md:col-start-1 max-md:row-start-4 max-md:text-xs`}
      >
        {row.due ? (
          <>
            <span className="md:sr-only">{t`Due`} </span>
            <Time at={row.due} isDate />
          </>
        ) : (
          row.settledAt && <Time at={row.settledAt} isDate />
        )}
      </td>
      <td
        className={`${CELL} ${END} whitespace-nowrap text-quiet tabular-nums max-md:col-start-2 max-md:row-start-4 max-md:text-xs`}
      >
        {!isFeeOwn(row) ? (
          <span aria-hidden="true" className="max-md:hidden">
            –
          </span>
        ) : (
          <>
            <span className="md:sr-only">{t`Fee`} </span>
            {amountSaid(row.fee)}
          </>
        )}
      </td>
    </tr>
  );
}

function Status({ row }: { row: Row }) {
  if (row.needsYou)
    return <Badge look="bg-warn-back text-warn">{t`Needs you`}</Badge>;
  return <Badge look={statusLook(row.status)}>{paymentTitle(row)}</Badge>;
}

/** The payee bears the fee, except for a price that went back. */
function isFeeOwn({ direction, status, fee }: Row): boolean {
  const isBack = status === "voided" || status === "refunded";
  return direction === "in" && !isBack && fee.amountAtomic !== "0";
}

/** The condition that releases it, or its outcome. */
function Released({ row }: { row: Row }) {
  const { status, voidReason, condition, refunded, hasReceipt } = row;
  const isSplit = status !== "voided" && row.returned.amountAtomic !== "0";
  if (isSplit) {
    return t`Paid: ${amountSaid(row.released)}. Returned: ${amountSaid(row.returned)}.`;
  }
  if (voidReason) return t`Returned: ${voidWords(voidReason)}`;
  const isPart = status === "released" && refunded.amountAtomic !== "0";
  return (
    <>
      {condition}
      {isPart && ` ${t`Refunded: ${amountSaid(refunded)}.`}`}{" "}
      {hasReceipt && <ReceiptLink conversationId={row.conversationId} />}
    </>
  );
}
