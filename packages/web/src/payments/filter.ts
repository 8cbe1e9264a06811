import { LOCALE } from "../ui/t.ts";

/** The filters of the table, named as in the API; they are in the page's address. */
export const FILTER_NAMES = [
  "direction",
  "status",
  "currency",
  "counterparty",
  "from",
  "to",
  "amountMin",
  "amountMax",
  "dueBy",
] as const;

export type Filter = Readonly<
  Partial<Record<(typeof FILTER_NAMES)[number], string>>
>;

/** Reads the filter of an address. */
export function filterOf(search: string): Filter {
  const query = new URLSearchParams(search);
  const named = FILTER_NAMES.map((name) => [name, query.get(name)] as const);
  return Object.fromEntries(named.filter(([, value]) => value));
}

/** The address of the table with a filter. */
export function filterPath(filter: Filter): string {
  const query = filterQuery(filter);
  return query === "" ? "/payments" : `/payments?${query}`;
}

/** The filter as the API takes it. */
export function filterQuery(filter: Filter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  return new URLSearchParams(given).toString();
}

/** The first and the last day of a month such as 2030-01, or of none. */
export function daysOfMonth(month: string): Pick<Filter, "from" | "to"> {
  if (month === "") return { from: "", to: "" };
  const [year = 0, number = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The month that a filter matches exactly; empty for none, undefined for another period. */
export function monthOf({ from = "", to = "" }: Filter): string | undefined {
  if (from === "" && to === "") return "";
  const month = from.slice(0, 7);
  const days = daysOfMonth(month);
  return days.from === from && days.to === to ? month : undefined;
}

const MONTH_NAME = new Intl.DateTimeFormat(LOCALE, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A month in words. */
export function monthText(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}

/** The last months, newest first. */
export function lastMonths(count: number): readonly string[] {
  const now = new Date();
  return [...Array(count).keys()].map((ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
      .toISOString()
      .slice(0, 7),
  );
}

/** The last day of the seven that begin today. */
export function inSevenDays(): string {
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
}
