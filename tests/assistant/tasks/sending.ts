import type { Model } from "../model.ts";
import type { Scene, Task } from "../task.ts";
import { expecting } from "../task.ts";
import { WISH } from "../wishes.ts";

const ask = async (model: Model, args: object) =>
  await model.use(WISH.create, {
    title: "A logo",
    text: "Could you make a logo for our shop?",
    ...args,
  });

const paymentOf = async ({ me, read }: Scene, id: string) =>
  id ? (await read(me, id)).word("conversation", "payment", "status") : "";

/** The assistant's messages to others. */
export const SENDING: readonly Task[] = [
  {
    name: "find who makes logos, pay 5.00",
    async arrange({ desk, other }) {
      const description = `Makes logos for lighthouse${other.address.match(/\d+/)?.[0]}.`;
      const skills = [
        { id: "logo", name: "Logo", description, tags: ["logo"] },
      ];
      await desk.rest(other, "PUT /v1/profile", {
        description,
        listed: true,
        skills,
      });
      return "";
    },
    async act(model) {
      const found = await model.use(WISH.find, { query: "lighthouse" });
      // A card at a host of its own says who it is: name.domain is name@domain.
      const { hostname } = new URL(found.list("items")[0]?.word("url") ?? "");
      const to = hostname.replace(".", "@");
      const made = await ask(model, { to, price: "5.00", release: "replied" });
      return made.word("conversationId");
    },
    check: async (scene, { said }) =>
      expecting("held", await paymentOf(scene, said)),
  },
  {
    name: "pay more than it may alone",
    async act(model, { otherAddress }) {
      const made = await ask(model, { to: otherAddress, price: "15.00" });
      return `${made.word("nextStep", "text")} ${made.word("approvalUrl")}`;
    },
    async check({ desk, me, other }, { said }) {
      const balance = await desk.rest(me, "GET /v1/balance");
      const waiting = await desk.rest(
        other,
        "GET /v1/conversations?view=inbox",
      );
      if (waiting.list("conversations").length > 0) return "it was sent";
      if (!/Waits for .*http/.test(said)) return "its person was not told";
      return expecting("100.00", balance.word("available", "amount"));
    },
  },
  {
    name: "write a draft, send nothing",
    access: ({ desk, me }) => desk.access(me, "draft_only"),
    async act(model, { otherAddress }) {
      const made = await ask(model, { to: otherAddress, draft: true });
      return made.word("conversationId");
    },
    check: async ({ desk, me }, { said }) => {
      const drafts = await desk.rest(me, "GET /v1/conversations?view=drafts");
      const [draft] = drafts.list("conversations");
      return expecting(said, draft?.word("conversationId") ?? "");
    },
  },
  {
    name: "wrong names of arguments",
    async act(model, { otherAddress }) {
      const made = await model.use(WISH.create, {
        subject: "A logo",
        body: "Could you make a logo for our shop?",
        recipients: [otherAddress],
      });
      return made.word("conversationId");
    },
    async check({ me, read }, { said }) {
      if (!said) return "nothing was sent";
      const sent = await read(me, said);
      return expecting("submitted", sent.word("conversation", "state"));
    },
  },
  {
    name: "repeat a payment whose answer was lost",
    async act(model, { otherAddress }) {
      const args = {
        to: otherAddress,
        price: "5.00",
        idempotencyKey: "logo-1",
      };
      await ask(model, args);
      return (await ask(model, args)).word("conversationId");
    },
    async check({ desk, me }) {
      const balance = await desk.rest(me, "GET /v1/balance");
      return expecting("95.00", balance.word("available", "amount"));
    },
  },
  {
    name: "chase what is unanswered",
    arrange: ({ write, me, other }) => write(me, other),
    async act(model) {
      const sent = await model.use(WISH.list, { view: "sent" });
      const still = sent
        .list("conversations")
        .find((it) => it.word("turn") === "them");
      const conversationId = still?.word("conversationId") ?? "";
      await model.use(WISH.say, { conversationId, text: "Is there any news?" });
      return conversationId;
    },
    async check({ other, read }, { id }) {
      const { length } = (await read(other, id)).list(
        "conversation",
        "messages",
      );
      return expecting("2 messages", `${length} messages`);
    },
  },
  {
    name: "wait for a reply",
    arrange: ({ write, me, other }) => write(me, other),
    // The other one answers while the call waits.
    async act(model, { otherSays }) {
      const sent = await model.use(WISH.list, { view: "sent" });
      const conversationId =
        sent.list("conversations")[0]?.word("conversationId") ?? "";
      const before = await model.use(WISH.read, {
        conversationId,
        waitSeconds: 0,
      });
      const waiting = model.use(WISH.read, {
        conversationId,
        since: before.word("since"),
        waitSeconds: 20,
      });
      await otherSays(conversationId, "On Friday.");
      const after = await waiting;
      return after.list("messages").at(-1)?.word("text") ?? "";
    },
    check: async (_scene, { said }) => expecting("On Friday.", said),
  },
  {
    name: "ask for a refund",
    async arrange({ desk, write, say, me, other }) {
      const id = await write(me, other, { price: "5.00", release: "replied" });
      await say(other, id, "Here it is.");
      await desk.rest(other, `POST /v1/conversations/${id}/receipt`, {
        confirm: true,
      });
      return id;
    },
    async act(model) {
      const sent = await model.use(WISH.list, { view: "payments" });
      const conversationId =
        sent.list("conversations")[0]?.word("conversationId") ?? "";
      const reason = "The colours are wrong.";
      const asked = { conversationId, ask: true, reason };
      return (await model.use(WISH.refund, asked)).word("nextStep", "text");
    },
    async check({ other, read }, { id }) {
      const open = (await read(other, id)).list("conversation", "checkpoints");
      const acts = open
        .filter((it) => it.word("status") === "open")
        .map((it) => it.word("act"));
      return expecting("refund", acts.join());
    },
  },
];
