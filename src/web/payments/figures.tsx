import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { KEYS, useBalance } from "../api/queries.ts";
import type { Balance, PaymentTotals } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { counted } from "../ui/words.ts";
import type { Filter } from "./filter.ts";
import { filterQuery, monthOf, monthText } from "./filter.ts";

/** What can be spent, what is on its way, and what a period brought and cost. */
export function Figures({ filter }: { filter: Filter }) {
  const { data, error } = useBalance();
  const period = filterQuery({
    ...(filter.from && { from: filter.from }),
    ...(filter.to && { to: filter.to }),
  });
  const totals = useQuery({
    queryKey: [...KEYS.payments, "totals", period],
    queryFn: () => api<PaymentTotals>(`/v1/payments/totals?${period}`),
  });
  if (!data) return <Waiting error={error} />;
  const sums = totals.data;
  const month = monthOf({ from: sums?.from ?? "", to: filter.to ?? "" });
  const span = month
    ? `in ${monthText(month)}`
    : sums
      ? filter.from || filter.to
        ? `from ${sums.from} to ${sums.to}`
        : "this month"
      : "";
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Figure name="You can spend" amount={data.available.amount}>
        {data.available.currency}
      </Figure>
      <Figure name="Held for you" amount={data.incoming.amount}>
        less the fees
      </Figure>
      <Figure name="Held by you" amount={data.held.amount}>
        for what you offered
      </Figure>
      <Figure name={`Received ${span}`} amount={sums?.received.amount}>
        {sums &&
          inWords(counted(sums.receipts, "payment"), {
            fees: sums.fees,
            "given back": sums.refunded,
          })}
      </Figure>
      <Figure name={`Paid ${span}`} amount={sums?.paid.amount}>
        {sums &&
          inWords(counted(sums.payments, "payment"), {
            "came back": sums.returned,
          })}
      </Figure>
    </dl>
  );
}

/** How many, and the sums beside that are not nothing. */
function inWords(
  count: string,
  sums: Readonly<Record<string, Balance["held"]>>,
): string {
  const parts = Object.entries(sums)
    .filter(([, { amountAtomic }]) => amountAtomic !== "0")
    .map(([name, { amount }]) => `${name} ${amount}`);
  return [count, ...parts].join(", ");
}

function Figure({
  name,
  amount,
  children,
}: {
  name: string;
  amount: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="card flex flex-col px-4 py-3 max-lg:last:col-span-2">
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="font-semibold text-xl tabular-nums">{amount ?? "…"}</dd>
      <dd className="text-quiet text-xs">{children}</dd>
    </div>
  );
}
