import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { currencyWords, useCurrencies } from "../api/currency.ts";
import { KEYS, useBalance } from "../api/queries.ts";
import type { Balance, PaymentTotals } from "../api/types.ts";
import { amountSaid } from "../ui/money/money.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import type { Filter } from "./filter.ts";
import { filterQuery, monthOf, monthText } from "./filter.ts";

/**
 * The balance, the money under way, and the sums of a period, separately for test money and
 * USDC.
 */
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
  const hasTest = useCurrencies().includes("TEST");
  if (!data) return <Waiting error={error} />;
  const { available, incoming, held, usdc } = data;
  // If prices are only on a chain, there is no balance except for older test money.
  const isTestShown = hasTest || [available, incoming, held].some(isSome);
  const sums = totals.data;
  const names = namesOf(sums, filter);
  return (
    <div className="flex flex-col gap-4">
      {isTestShown && (
        <Group currency="TEST" now={data} sums={sums} names={names} />
      )}
      {usdc && (
        <Group currency="USDC" now={usdc} sums={sums?.usdc} names={names} />
      )}
    </div>
  );
}

/** The figures of one currency; money that can be spent on a chain is in the wallet. */
function Group({
  currency,
  now: { available, incoming, held },
  sums,
  names,
}: {
  currency: "TEST" | "USDC";
  now: Pick<Balance, "incoming" | "held"> & Partial<Balance>;
  sums: NonNullable<PaymentTotals["usdc"]> | undefined;
  names: ReturnType<typeof namesOf>;
}) {
  return (
    <section aria-label={currencyWords(currency)}>
      <h2 className="mb-2 font-medium text-soft text-sm">
        {currencyWords(currency)}
      </h2>
      <dl
        className={`grid grid-cols-2 gap-3 ${available ? "lg:grid-cols-5" : "lg:grid-cols-4"}`}
      >
        {available && (
          <Figure name={t`Available`} amount={available}>
            {currencyWords(currency)}
          </Figure>
        )}
        <Figure name={t`Held for you`} amount={incoming}>
          {t`minus fees`}
        </Figure>
        <Figure name={t`Held by you`} amount={held}>
          {t`for your offers`}
        </Figure>
        <Figure name={names.received} amount={sums?.received}>
          {sums &&
            [
              t.many(sums.receipts)`# payment|# payments`,
              ...(isSome(sums.fees) ? [t`fees ${amountSaid(sums.fees)}`] : []),
              ...(isSome(sums.refunded)
                ? [t`refunded ${amountSaid(sums.refunded)}`]
                : []),
            ].join(", ")}
        </Figure>
        <Figure name={names.paid} amount={sums?.paid}>
          {sums &&
            [
              t.many(sums.payments)`# payment|# payments`,
              ...(isSome(sums.returned)
                ? [t`returned ${amountSaid(sums.returned)}`]
                : []),
            ].join(", ")}
        </Figure>
      </dl>
    </section>
  );
}

function isSome({ amountAtomic }: Balance["held"]): boolean {
  return amountAtomic !== "0";
}

/** The names of a period's sums. */
function namesOf(sums: PaymentTotals | undefined, { from, to }: Filter) {
  const month = monthOf({ from: sums?.from ?? "", to: to ?? "" });
  if (month) {
    const name = monthText(month);
    return { received: t`Received in ${name}`, paid: t`Paid in ${name}` };
  }
  if (!sums) return { received: t`Received`, paid: t`Paid` };
  if (!from && !to) {
    return { received: t`Received this month`, paid: t`Paid this month` };
  }
  return {
    received: t`Received from ${sums.from} to ${sums.to}`,
    paid: t`Paid from ${sums.from} to ${sums.to}`,
  };
}

function Figure({
  name,
  amount,
  children,
}: {
  name: string;
  amount: Balance["held"] | undefined;
  children: ReactNode;
}) {
  return (
    <div className="card flex flex-col px-4 py-3 max-lg:last:odd:col-span-2">
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="font-semibold text-xl tabular-nums">
        {amount ? amountSaid(amount) : "…"}
      </dd>
      <dd className="text-quiet text-xs">{children}</dd>
    </div>
  );
}
