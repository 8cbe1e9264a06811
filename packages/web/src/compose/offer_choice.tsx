import { useQuery } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import { useUsualCurrency } from "../api/currency.ts";
import { Options } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { amountSaid } from "../ui/money/money.tsx";
import { t } from "../ui/t.ts";
import { useResolved } from "./resolved.ts";

const KEPT_MS = 60_000;

/** The offers of the one recipient, to order one of them; nothing without any. */
export function OfferChoice({
  to: [seller = "", ...others],
  isThere,
  onChoose,
}: {
  to: readonly string[];
  /** True if the recipient is at another service. */
  isThere: boolean;
  onChoose: (order: { readonly offerId: string }) => void;
}) {
  const usual = useUsualCurrency();
  const currency = isThere ? "USDC" : usual;
  const isHere = useResolved(seller).data?.gnesi === true;
  const { data } = useQuery({
    queryKey: ["quote", seller],
    queryFn: () => inbox.quoteAccess({ to: seller }),
    enabled: (isHere || isThere) && others.length === 0,
    staleTime: KEPT_MS,
    retry: false,
  });
  const offers = data?.offers?.filter((it) => !it.soldOut) ?? [];
  if (others.length > 0 || offers.length === 0) return null;
  return (
    <label className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-faint border-t px-4 py-2 text-soft text-sm">
      <Icon name="label" /> {t`Order an offer`}
      <select
        className="field w-auto max-w-full flex-1"
        value=""
        onChange={({ target }) => onChoose({ offerId: target.value })}
      >
        <Options
          of={[
            ["", t`No, a request of my own`],
            ...offers.map(
              ({ offerId, title, price }) =>
                [
                  offerId,
                  `${title} · ${Number(price.amount) === 0 ? t`Free` : `${amountSaid(price)} ${currency}`}`,
                ] as const,
            ),
          ]}
        />
      </select>
    </label>
  );
}
