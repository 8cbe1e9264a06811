import { expect, test } from "bun:test";
import { badgeOf, countText } from "../../packages/web/src/shell/views.ts";
import { laterToday } from "../../packages/web/src/ui/moments.ts";
import { timesIn } from "../../packages/web/src/ui/time.tsx";

const NOW = new Date(2026, 10, 28, 22, 0);
const plain = (text: string) => text.replaceAll("\u202f", " ");

test("a time is written in the reader's format, and only today's is without a date", () => {
  const [american, german] = [timesIn("en-US"), timesIn("de-DE")];
  const today = new Date(2026, 10, 28, 21, 38);
  expect(plain(american.short(today, NOW))).toBe("9:38 PM");
  expect(german.short(today, NOW)).toBe("21:38");
  const yesterday = new Date(2026, 10, 27, 23, 30);
  expect(american.short(yesterday, NOW)).toBe("Nov 27");
  expect(german.short(yesterday, NOW)).toBe("27. Nov.");
  expect(american.short(new Date(2025, 0, 2, 9, 5), NOW)).toBe("Jan 2, 2025");
  expect(plain(american.full(today))).toBe("Nov 28, 2026, 9:38 PM");
  expect(plain(american.when(today))).toBe("Sat, Nov 28, 9:38 PM");
  expect(german.when(new Date(2026, 10, 28, 8, 0))).toBe(
    "Sa., 28. Nov., 08:00",
  );
});

test("what is due is a day, also within hours", () => {
  const due = new Date(2026, 10, 28, 23, 30);
  expect(timesIn("en-US").date(due, NOW)).toBe("Nov 28");
});

test("later today is offered until eight in the evening", () => {
  const at = (hour: number, minute: number) =>
    laterToday(new Date(2026, 10, 28, hour, minute));
  expect(at(19, 59)).toBe(new Date(2026, 10, 28, 22, 59).toISOString());
  expect(at(20, 0)).toBeUndefined();
  expect(at(23, 59)).toBeUndefined();
});

test("only what is to be done has a count, and none is above 99", () => {
  const some = { total: 7, unread: 3 };
  const counts = {
    updatedAt: NOW.toISOString(),
    needs_you: { ...some, money: 7, approvals: 0, replies: 0 },
    ...{ inbox: some, requests: some, waiting: some, sent: some },
    ...{ snoozed: some, drafts: some, payments: some, archive: some },
  };
  const of = (view: Parameters<typeof badgeOf>[1]) => badgeOf(counts, view);
  expect([of("needs_you"), of("inbox")]).toEqual([7, 3]);
  const others = ["requests", "waiting", "sent", "snoozed"] as const;
  const rest = ["drafts", "payments", "archive"] as const;
  expect([...others, ...rest].map(of)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect([0, 99, 100, 12_345].map(countText)).toEqual([
    ...["0", "99", "99+", "99+"],
  ]);
});
