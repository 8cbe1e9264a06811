import { expect, test } from "bun:test";
import { checkInput } from "../../src/core/access/check.ts";
import type { Operation } from "../../src/core/access/operation.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { raisePrice } from "../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../src/core/operations/refund_payment.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { signReceipt } from "../../src/core/operations/sign_receipt.ts";
import { updateProfile } from "../../src/core/operations/update_profile.ts";
import { thrown } from "./core_harness.ts";

const ID = { conversationId: "cnv_1" };

/** Input, the code it is refused with, and where. */
const REFUSED: readonly (readonly [Operation, unknown, string, string[]])[] = [
  [signReceipt, ID, "confirm_required", ["/confirm"]],
  [signReceipt, { ...ID, confirm: "yes" }, "confirm_required", ["/confirm"]],
  [signReceipt, { confirm: true }, "invalid_input", ["/conversationId"]],
  [signReceipt, {}, "invalid_input", ["/confirm", "/conversationId"]],
  [listConversations, { view: "all" }, "invalid_view", ["/view"]],
  [listConversations, { view: [] }, "invalid_view", ["/view"]],
  [createConversation, { price: true }, "invalid_price", ["/price"]],
  [
    createConversation,
    { price: Number.POSITIVE_INFINITY },
    "invalid_price",
    ["/price"],
  ],
  [
    createConversation,
    { price: { amountAtomic: 5 } },
    "invalid_price",
    ["/price"],
  ],
  [
    createConversation,
    { price: { amount: 5, currency: 1, decimals: "6" } },
    "invalid_price",
    ["/price"],
  ],
  [createConversation, { price: null }, "invalid_price", ["/price"]],
  [
    createConversation,
    { price: [], title: 5 },
    "invalid_input",
    ["/price", "/title"],
  ],
  [raisePrice, ID, "invalid_price", ["/price"]],
  [raisePrice, { ...ID, price: { amount: 5 } }, "invalid_price", ["/price"]],
  [refundPayment, { ...ID, amount: true }, "invalid_price", ["/amount"]],
  [
    addCredential,
    { name: "x", limits: { perDay: [] } },
    "invalid_price",
    ["/limits/perDay"],
  ],
  [
    updateProfile,
    { prices: [{ contactType: "clients", price: { amountAtomic: 5 } }] },
    "invalid_price",
    ["/prices/0/price"],
  ],
  [createConversation, { title: 5 }, "invalid_input", ["/title"]],
  [createConversation, { tilte: "x" }, "unknown_field", ["/tilte"]],
  [
    createConversation,
    { tilte: "x", to: 5 },
    "unknown_field",
    ["/tilte", "/to"],
  ],
  [signReceipt, { ...ID, confrim: true }, "unknown_field", ["/confrim"]],
  [createConversation, { to: [5] }, "invalid_input", ["/to/0"]],
  [
    createConversation,
    { parts: [{ txt: "x" }] },
    "unknown_field",
    ["/parts/0/txt"],
  ],
  [sendMessage, { ...ID, mode: "all" }, "invalid_input", ["/mode"]],
  [sendMessage, { ...ID, title: "x" }, "unknown_field", ["/title"]],
  [createConversation, null, "invalid_input", [""]],
  [createConversation, [], "invalid_input", [""]],
  [createConversation, "{}", "invalid_input", [""]],
];

for (const [operation, input, code, pointers] of REFUSED) {
  test(`${operation.name} refuses ${JSON.stringify(input)} as ${code}`, () => {
    const error = thrown(() => checkInput(operation, input));
    expect(error.code as string).toBe(code);
    const found = new Set(error.errors.map(({ pointer }) => pointer));
    expect([...found].toSorted()).toEqual(pointers);
    for (const { detail } of error.errors) expect(detail).not.toBe("");
  });
}

test("a price that is wrong in every form is told of once, in the words of its reader", () => {
  const input = { price: { amountAtomic: 5, decimals: "6" }, title: 5 };
  const { errors } = thrown(() => checkInput(createConversation, input));
  expect(errors.filter(({ pointer }) => pointer === "/price")).toEqual([
    { pointer: "/price", code: "invalid_price", detail: "decimals must be 6" },
  ]);
});

test("a refusal never repeats what was sent", () => {
  const secret = "svc_a-secret-that-was-pasted-into-the-wrong-field";
  const inputs = [
    { release: secret },
    { title: [secret] },
    { to: { a: secret } },
  ];
  for (const input of inputs) {
    const error = thrown(() => checkInput(createConversation, input));
    expect(JSON.stringify([error.message, error.errors])).not.toContain(secret);
  }
});

test("every operation refuses an unknown field by its name", () => {
  for (const operation of OPERATIONS) {
    const error = thrown(() => checkInput(operation, { unheardOf: 1 }));
    expect(error.errors).toContainEqual({
      pointer: "/unheardOf",
      code: "unknown_field",
      detail: expect.stringContaining(`"unheardOf" isn't known here`),
    });
  }
});

/** Input and the sentence about it. */
const SENTENCES: readonly (readonly [Operation, unknown, string])[] = [
  [
    createConversation,
    { pirce: "5" },
    `Cannot create a conversation: "pirce" isn't known here; did you mean "price"?`,
  ],
  [
    createConversation,
    { parts: [{ tex: "x" }] },
    `Cannot create a conversation: "tex" isn't known here; did you mean "text"?`,
  ],
  [
    createConversation,
    { release_action: "x" },
    `Cannot create a conversation: "release_action" isn't known here; did you mean "releaseAction"?`,
  ],
  [
    signReceipt,
    { ...ID, confrim: true },
    `Cannot sign a receipt: "confrim" isn't known here; did you mean "confirm"?`,
  ],
  [signReceipt, ID, "Cannot sign a receipt: confirm is missing."],
  [
    signReceipt,
    { ...ID, confirm: "yes" },
    "Cannot sign a receipt: confirm must be true.",
  ],
  [
    listConversations,
    { limit: 1000 },
    `Cannot list conversations: limit must be at most ${LIMITS.pageMax}.`,
  ],
  [
    listConversations,
    { limit: 0 },
    "Cannot list conversations: limit must be at least 1.",
  ],
  [
    createConversation,
    { to: 5 },
    "Cannot create a conversation: to must be a list or a string.",
  ],
  [
    createConversation,
    { to: [null] },
    "Cannot create a conversation: to[0] must be a string.",
  ],
  [
    createConversation,
    { releaseAction: "" },
    "Cannot create a conversation: releaseAction must not be empty.",
  ],
  [
    createConversation,
    { releaseAction: { typ: "artifact" } },
    `Cannot create a conversation: "typ" isn't known here; did you mean "type"?`,
  ],
  [
    createConversation,
    { parts: [{ text: 5 }] },
    "Cannot create a conversation: parts[0].text must be a string.",
  ],
  [
    createConversation,
    { parts: [{ url: "http://example.org" }] },
    "Cannot create a conversation: parts[0].url must begin with https://.",
  ],
  [
    createConversation,
    [],
    "Cannot create a conversation: the input must be an object.",
  ],
];

for (const [operation, input, sentence] of SENTENCES) {
  test(`${operation.name} says of ${JSON.stringify(input)} in a sentence what is wrong`, () => {
    const error = thrown(() => checkInput(operation, input));
    expect(error.message).toBe(sentence);
  });
}
