import type { Conversation } from "../api/types.ts";
import { LOCALE, t } from "../ui/t.ts";

/** A line of a list: a conversation, or the heading of those below it. */
export type Line =
  | { readonly item: Conversation; readonly index: number }
  | { readonly group: string };

const WEEKDAYS = 7;
const MONTH = new Intl.DateTimeFormat(LOCALE, { month: "long" });
const MONTH_AND_YEAR = new Intl.DateTimeFormat(LOCALE, {
  month: "long",
  year: "numeric",
});

/** Inserts headings for the days, weeks and months of the viewer's time zone. Pure. */
export function linesOf(
  items: readonly Conversation[],
  now: Date,
): readonly Line[] {
  const groupOf = grouping(now);
  let before: string | undefined;
  return items.flatMap((item, index): Line[] => {
    const group = groupOf(new Date(item.updatedAt));
    if (group === before) return [{ item, index }];
    before = group;
    return [{ group }, { item, index }];
  });
}

function grouping(now: Date): (at: Date) => string {
  const day = (back: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
  const today = day(0);
  const yesterday = day(1);
  const monday = day((now.getDay() + WEEKDAYS - 1) % WEEKDAYS);
  return (at) => {
    if (at >= today) return t`Today`;
    if (at >= yesterday) return t`Yesterday`;
    if (at >= monday) return t`This week`;
    const isThisYear = at.getFullYear() === now.getFullYear();
    return (isThisYear ? MONTH : MONTH_AND_YEAR).format(at);
  };
}
