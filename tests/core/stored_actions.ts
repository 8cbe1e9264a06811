import type { Act, Action } from "../../src/core/conversations/model/acts.ts";

const HASH = "0".repeat(64);
const FILE = { artifactId: "art_1", name: "plan.txt", sha256: HASH };
const MESSAGE = {
  conversationId: "cnv_1",
  messageId: "msg_1",
  mode: "reply",
  recipients: [{ address: "p1@inbox.localhost", account: true }],
  sha256: HASH,
  artifacts: [],
};

/** The action of each act, as the first version that had it stored it. */
export const STORED_ACTIONS: { readonly [A in Act]: Action<A> } = {
  submit: {
    act: "submit",
    conversationId: "cnv_1",
    from: "p0@inbox.localhost",
    title: "A title",
    recipients: [{ role: "to", address: "p1@inbox.localhost", account: true }],
    price: "0",
    release: "replied",
    contactType: "everyone",
    messages: [{ messageId: "msg_1", sha256: HASH }],
    artifacts: [FILE],
  },
  outward: { act: "outward", ...MESSAGE },
  reply: { act: "reply", ...MESSAGE },
  artifact: { act: "artifact", conversationId: "cnv_1", ...FILE },
  complete: { act: "complete", conversationId: "cnv_1" },
  receipt: { act: "receipt", conversationId: "cnv_1" },
  ask: {
    act: "ask",
    conversationId: "cnv_1",
    messageId: "msg_1",
    sha256: HASH,
  },
  cancel: {
    act: "cancel",
    conversationId: "cnv_1",
    by: "p0@inbox.localhost",
    reason: "Enough",
    payment: "held",
    price: "1000000",
  },
  raise_price: {
    act: "raise_price",
    conversationId: "cnv_1",
    paymentId: "pay_1",
    price: "3000000",
    extra: "1000000",
  },
  proposal: {
    act: "proposal",
    conversationId: "cnv_1",
    proposalId: "prp_1",
    price: "1000000",
    release: "replied",
  },
  refund: {
    act: "refund",
    conversationId: "cnv_1",
    paymentId: "pay_1",
    amount: "1000000",
  },
  dispute: {
    act: "dispute",
    conversationId: "cnv_1",
    disputeId: "dsp_1",
    take: 1,
    return: "400000",
    release: "600000",
    reason: "Half is missing",
  },
  arbitration: {
    act: "arbitration",
    conversationId: "cnv_1",
    disputeId: "dsp_1",
    amount: "1000000",
  },
  accept: {
    act: "accept",
    conversationId: "cnv_1",
    from: "p0@inbox.localhost",
    price: "0",
    release: "replied",
  },
  grant: {
    act: "grant",
    address: "p1@inbox.localhost",
    contactId: null,
    before: null,
    after: { contactId: null, contactType: "clients", standing: "usual" },
  },
};
