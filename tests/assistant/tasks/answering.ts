import type { Model } from "../model.ts";
import type { Scene, Task } from "../task.ts";
import { expecting } from "../task.ts";
import { WISH } from "../wishes.ts";

/** The most urgent conversation of the digest; its whole thread. */
async function pressing(model: Model) {
  const digest = await model.use(WISH.start);
  const conversationId =
    digest.list("waiting")[0]?.word("conversationId") ?? "";
  const thread = await model.use(WISH.read, { conversationId });
  return { conversationId, thread };
}

const stateOf = async ({ me, read }: Scene, id: string) =>
  (await read(me, id)).word("conversation", "state");

const request = ({ write, other, me }: Scene) => write(other, me);
const paidRequest = ({ write, other, me }: Scene) =>
  write(other, me, { price: "5.00", release: "replied" });

const PROSE =
  "We looked at the second draft on Monday and have wishes about it. ";

/** The assistant's work on messages that others wrote to its person. */
export const ANSWERING: readonly Task[] = [
  {
    name: "accept and answer a request",
    arrange: request,
    async act(model) {
      const { conversationId, thread } = await pressing(model);
      const mayReply = thread
        .words("conversation", "actions")
        .includes("reply");
      if (!mayReply) return "";
      const text = "Gladly, by Friday.";
      await model.use(WISH.say, { conversationId, text });
      return conversationId;
    },
    check: async (scene, { id }) =>
      expecting("working", await stateOf(scene, id)),
  },
  {
    name: "ask first, accept nothing",
    arrange: paidRequest,
    async act(model) {
      const { conversationId } = await pressing(model);
      const text = "How many colours?";
      await model.use(WISH.say, { conversationId, text, accept: false });
      return conversationId;
    },
    async check({ other, read }, { id }) {
      const view = await read(other, id);
      const state = view.word("conversation", "state");
      const { length } = view.list("conversation", "messages");
      return expecting("submitted 2", `${state} ${length}`);
    },
  },
  {
    name: "decline a request",
    arrange: request,
    async act(model) {
      const { conversationId, thread } = await pressing(model);
      const mine = thread
        .list("conversation", "checkpoints")
        .find((it) => it.text.includes('"mayDecide":true'));
      const decided = await model.use(WISH.decide, {
        conversationId,
        checkpointId: mine?.word("checkpointId") ?? "",
        decision: "decline",
        comment: "Not this month.",
      });
      return decided.word("state");
    },
    check: async (scene, { id }) =>
      expecting("rejected", await stateOf(scene, id)),
  },
  {
    name: "deliver with a file and be paid",
    arrange: paidRequest,
    async act(model) {
      const { conversationId } = await pressing(model);
      const added = await model.use(WISH.attach, {
        conversationId,
        name: "logo.svg",
        mimeType: "image/svg+xml",
        bytes: btoa("<svg/>"),
      });
      const said = await model.use(WISH.say, {
        conversationId,
        text: "Here is the logo.",
        artifactIds: [added.word("artifactId")],
      });
      if (!/sign the receipt/i.test(said.word("nextStep", "text"))) return "";
      await model.use(WISH.sign, { conversationId, confirm: true });
      return conversationId;
    },
    async check({ desk, me, read, other }, { id }) {
      const view = await read(other, id);
      const files = view.list("conversation", "artifacts").length;
      const balance = await desk.rest(me, "GET /v1/balance");
      const found = `${files} file, ${balance.word("available", "amount")}`;
      return expecting("1 file, 105.00", found);
    },
  },
  {
    name: "read a file and answer what it asks",
    async arrange({ write, desk, other, me }) {
      const id = await write(other, me);
      await desk.rest(other, `POST /v1/conversations/${id}/artifacts`, {
        name: "brief.txt",
        mimeType: "text/plain",
        bytes: btoa("The colour is cobalt."),
      });
      return id;
    },
    async act(model) {
      const { conversationId, thread } = await pressing(model);
      const [file] = thread.list("conversation", "artifacts");
      const artifactId = file?.word("artifactId") ?? "";
      const opened = await model.use(WISH.open, { conversationId, artifactId });
      const colour = /colour is (\w+)/.exec(opened.text)?.[1] ?? "";
      const text = `It will be ${colour}.`;
      await model.use(WISH.say, { conversationId, text });
      return colour;
    },
    check: async (_scene, { said }) => expecting("cobalt", said),
  },
  {
    name: "give a refund that was asked for",
    async arrange({ desk, write, say, other, me }) {
      const id = await write(other, me, { price: "5.00", release: "replied" });
      await say(me, id, "Here it is.");
      const at = `/v1/conversations/${id}` as const;
      await desk.rest(me, `POST ${at}/receipt`, { confirm: true });
      const reason = "The colours are wrong.";
      await desk.rest(other, `POST ${at}/refund-request`, { reason });
      return id;
    },
    async act(model) {
      const { conversationId } = await pressing(model);
      const back = await model.use(WISH.refund, { conversationId });
      return back.word("paymentStatus");
    },
    async check({ desk, other }) {
      const balance = await desk.rest(other, "GET /v1/balance");
      return expecting("100.00", balance.word("available", "amount"));
    },
  },
  {
    name: "triage an inbox with ten waiting",
    async arrange({ write, other, me }) {
      for (let count = 0; count < 9; count++) {
        await write(other, me, { title: `Shop ${count}`, price: "1.00" });
      }
      return await write(other, me, { title: "Dear", price: "9.00" });
    },
    async act(model) {
      const listed = await model.use(WISH.list, {
        view: "needs_you",
        limit: 10,
      });
      const dearest = listed
        .list("conversations")
        .toSorted(
          (a, b) => Number(b.word("price")) - Number(a.word("price")),
        )[0];
      const conversationId = dearest?.word("conversationId") ?? "";
      await model.use(WISH.read, { conversationId });
      return `${listed.list("conversations").length} ${conversationId}`;
    },
    check: async (_scene, { id, said }) => expecting(`10 ${id}`, said),
  },
  {
    name: "find a word in 30 conversations",
    async arrange({ write, other, me }) {
      for (let count = 0; count < 29; count++) await write(other, me);
      return await write(other, me, { text: "The warranty ends in May." });
    },
    async act(model) {
      const found = await model.use(WISH.list, { q: "warranty" });
      return found.list("conversations")[0]?.word("conversationId") ?? "";
    },
    check: async (_scene, { id, said }) => expecting(id, said),
  },
  {
    name: "read 60 messages of 2,000 characters",
    async arrange({ write, say, other, me }) {
      const text = PROSE.repeat(31).slice(0, 2_000);
      const id = await write(other, me, { text: `The code is 4711. ${text}` });
      for (let count = 1; count < 60; count++) await say(other, id, text);
      return id;
    },
    async act(model) {
      const { conversationId, thread } = await pressing(model);
      let [read, page] = [thread.list("messages").length, thread];
      while (page.word("before")) {
        const before = page.word("before");
        page = await model.use(WISH.read, { conversationId, before });
        read += page.list("messages").length;
      }
      return `${read} ${/code is (\d+)/.exec(page.text)?.[1]}`;
    },
    check: async (_scene, { said }) => expecting("60 4711", said),
  },
  {
    name: "archive five at once, block their sender",
    async arrange({ write, other, me }) {
      for (let count = 0; count < 4; count++) await write(other, me);
      return await write(other, me);
    },
    async act(model, { otherAddress }) {
      const listed = await model.use(WISH.list, { view: "inbox" });
      const conversationIds = listed
        .list("conversations")
        .map((it) => it.word("conversationId"));
      await model.use(WISH.file, { conversationIds, archived: true });
      const address = otherAddress;
      await model.use(WISH.contact, { address, blocked: true });
      return `${conversationIds.length}`;
    },
    async check({ desk, me, other }) {
      const inbox = await desk.rest(me, "GET /v1/conversations?view=inbox");
      const contact = await desk.rest(me, `GET /v1/contacts/${other.address}`);
      const left = inbox.list("conversations").length;
      const blocked = contact.text.includes('"blocked":true');
      return expecting(
        "0 left, blocked true",
        `${left} left, blocked ${blocked}`,
      );
    },
  },
];
