import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { noticeText } from "../../../src/core/mail/notice_text.ts";
import { pauseAfter } from "../../../src/core/webhooks/schedule.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** What docs/webhooks.md says. */
const PUBLISHED = [
  ...[5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...Array.from({ length: 6 }, () => 10 * HOUR),
];

test("each try comes after the published pause, up to a fifth later by chance", () => {
  for (const [index, pause] of PUBLISHED.entries()) {
    expect(pauseAfter(index + 1, 0, 0)).toBe(pause);
    expect(pauseAfter(index + 1, 0.5, 0)).toBe(Math.round(pause * 1.1));
    expect(pauseAfter(index + 1, 1, 0)).toBe(Math.round(pause * 1.2));
  }
  const days = PUBLISHED.reduce((sum, it) => sum + it) / (24 * HOUR);
  expect(Math.round(days)).toBe(3);
  expect(pauseAfter(PUBLISHED.length + 1, 0, 0)).toBeUndefined();
});

test("a receiver puts a message off, for a day at most, and never sooner", () => {
  expect(pauseAfter(1, 0, 10 * MINUTE)).toBe(10 * MINUTE);
  expect(pauseAfter(4, 0, 10 * MINUTE)).toBe(2 * HOUR);
  expect(pauseAfter(1, 1, 900 * HOUR)).toBe(24 * HOUR);
});

test("the notice of a pause says which webhook, why, and what comes of what was missed", () => {
  const notice = noticeText(
    {
      ...{ outboxId: "out_1", to: "bob@example.com", about: "webhook_paused" },
      ...{ conversationId: null, domain: "hooks.example.com" },
    },
    sayInEnglish,
  );
  expect(notice).toMatchObject({
    subject: "A webhook was paused",
    link: "See your webhooks",
    path: "/settings/webhooks",
  });
  expect(notice?.text).toContain("to hooks.example.com");
  expect(notice?.text).toContain("failed for three days");
  expect(notice?.text).toContain("sent what it missed");
});
