import { expect, test } from "bun:test";
import { mailFile } from "../../../src/core/exports/eml.ts";

const HOSTILE = "a\r\nBcc: eve@mail.example\r\n\r\nb";

test("nothing that others wrote ends a header or adds one", async () => {
  const mail = await mailFile({
    messageId: "msg_1",
    conversationId: "cnv_1",
    host: "inbox.localhost",
    title: HOSTILE,
    from: { name: HOSTILE, address: `a@b.example${HOSTILE}` },
    to: [{ name: HOSTILE, address: "<x>@y.example" }],
    cc: [],
    inReplyTo: undefined,
    at: new Date(0),
    text: "Grüße\n.\nFrom me",
    files: [{ name: HOSTILE, path: "files/1" }],
  });
  const [head = ""] = mail.split("\r\n\r\n", 1);
  const names = head
    .replaceAll(/\r\n[ \t]/g, " ")
    .split("\r\n")
    .map((line) => line.split(":", 1)[0] ?? "");
  expect(names.toSorted()).toEqual([
    "Content-Transfer-Encoding",
    "Content-Type",
    "Date",
    "From",
    "In-Reply-To",
    "MIME-Version",
    "Message-ID",
    "References",
    "Subject",
    "To",
    "X-Svc-Conversation",
  ]);
});
