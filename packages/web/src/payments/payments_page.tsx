import { Link, useSearch } from "wouter";
import { usePageTitle } from "../shell/page_title.ts";
import { t } from "../ui/t.ts";
import { CsvButton } from "./csv_button.tsx";
import { Figures } from "./figures.tsx";
import { filterOf } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { Movements } from "./movements.tsx";
import { PaymentTable } from "./payment_table.tsx";

const TABS = [
  { path: "/payments", name: t`Payments` },
  { path: "/payments/balance", name: t`Balance` },
] as const;

/** The person's payments in both directions, and the movements of their balance. */
export function PaymentsPage({ isBalance }: { isBalance: boolean }) {
  const search = useSearch();
  const filter = filterOf(isBalance ? "" : search);
  const here = isBalance ? "/payments/balance" : "/payments";
  usePageTitle(isBalance ? t`Balance` : t`Payments`);
  return (
    <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-6xl p-4 pb-24 md:px-8 md:py-6">
        <div className="mb-4 flex items-center justify-between gap-4">
          <h1 className="font-semibold text-xl">{t`Payments`}</h1>
          <CsvButton filter={filter} isBalance={isBalance} />
        </div>
        <Figures filter={filter} />
        <nav aria-label={t`Payments`} className="my-5 flex gap-1">
          {TABS.map(({ path, name }) => (
            <Link
              key={path}
              href={path}
              aria-current={path === here ? "page" : undefined}
              className={`flex min-h-8 items-center rounded-lg px-3 font-medium text-sm max-md:min-h-11 ${path === here ? "bg-chosen text-accent" : "text-soft hover:bg-hover"}`}
            >
              {name}
            </Link>
          ))}
        </nav>
        {isBalance ? (
          <Movements />
        ) : (
          <>
            <Filters key={search} filter={filter} />
            <PaymentTable filter={filter} />
          </>
        )}
        <p className="hint mt-4">
          {t`TEST is test money and never counted as USDC. Dates are UTC.`}
        </p>
      </div>
    </main>
  );
}
