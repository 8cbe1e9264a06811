import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { noticeText } from "../../../src/core/mail/notice_text.ts";

test("the notice of a pause says which webhook, why, and what comes of what was missed", () => {
  const notice = noticeText(
    {
      ...{ outboxId: "out_1", to: "bob@example.com", about: "webhook_paused" },
      ...{ conversationId: null, domain: "hooks.example.com" },
    },
    sayInEnglish,
  );
  expect(notice).toMatchObject({
    subject: "Your webhook to hooks.example.com was paused",
    link: "See your webhooks",
    path: "/settings/webhooks",
  });
  expect(notice?.text).toContain("to hooks.example.com");
  expect(notice?.text).toContain("failed for three days");
  expect(notice?.text).toContain("the events it missed");
});
