import { test } from "bun:test";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { alikeOver } from "./alike.ts";
import type { Say } from "./pair.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, refusal } from "./stage.ts";

/** A story told over REST and over MCP; what it gives has to be the same. */
interface Scenario {
  readonly name: string;
  run(stage: Stage, say: Say): Promise<unknown>;
}

const FILE = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

/** A conversation from alice to bob, made over REST. */
async function created(stage: Stage, more: object = {}): Promise<string> {
  const { service, alice, bob } = stage;
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], text: "words", submit: true, ...more },
  });
  const { conversationId } = await response.json();
  return conversationId;
}

/** An agent of alice's that pays five at a time by itself. */
async function limitedAgent({ service, alice }: Stage) {
  const { accountId } = alice;
  const limits = { perPayment: "5" };
  const input = { accountId, name: "Agent", limits } as never;
  const { token } = await service.operate(addCredential, input);
  return { ...alice, token };
}

const worked = async (stage: Stage, say: Say, more: object) => {
  const id = await created(stage, more);
  await done(say(stage.bob.token, "send", id, { text: "done" }));
  return id;
};

const SCENARIOS: readonly Scenario[] = [
  {
    name: "an approval is of the account that it pays: it is refused once another holds the address",
    async run(stage, say) {
      const { service, alice, bob, carol } = stage;
      const id = await created(stage, { price: "25" });
      const { token } = await service.addSession(alice);
      await service.services.db.commit([
        {
          sql: "delete from addresses where account_id = ?",
          args: [carol.accountId],
        },
        {
          sql: "update addresses set account_id = ? where account_id = ?",
          args: [carol.accountId, bob.accountId],
        },
      ]);
      const decided = refusal(
        say(token, "decide", id, { decision: "approve" }),
      );
      return [await decided, await done(say(token, "read", id))];
    },
  },
  {
    name: "a receipt releases the price, and its repeat gives the same",
    async run(stage, say) {
      const { bob } = stage;
      const id = await worked(stage, say, { price: "5" });
      const sign = () => say(bob.token, "sign", id, { confirm: true });
      return [await done(sign()), await done(sign())];
    },
  },
  {
    name: "a receipt is refused to whoever may not sign, or too early",
    async run(stage, say) {
      const { alice, bob, carol, dave } = stage;
      const id = await created(stage, {
        price: "5",
        cc: [carol.address],
      });
      const gave: unknown[] = [];
      for (const { token } of [alice, bob, carol, dave]) {
        gave.push(await refusal(say(token, "sign", id, { confirm: true })));
      }
      return gave;
    },
  },
  {
    name: "anything but confirm: true is no receipt",
    async run(stage, say) {
      const id = await worked(stage, say, {});
      const gave: unknown[] = [];
      for (const input of [{}, { confirm: false }, { confirm: "true" }]) {
        gave.push(await refusal(say(stage.bob.token, "sign", id, input)));
      }
      return gave;
    },
  },
  {
    name: "a decision starts or ends the work, once",
    async run(stage, say) {
      const { bob } = stage;
      const gave: unknown[] = [];
      for (const decision of ["approve", "decline"]) {
        const id = await created(stage, { price: "1" });
        const { conversation } = await done(say(bob.token, "read", id));
        const [checkpoint] = conversation?.checkpoints ?? [];
        const input = {
          checkpointId: checkpoint?.checkpointId,
          comment: "why",
        };
        const decide = (wanted: string) =>
          say(bob.token, "decide", id, { ...input, decision: wanted });
        const other = decision === "approve" ? "decline" : "approve";
        gave.push(await done(decide(decision)));
        gave.push(await done(decide(decision)));
        gave.push(await refusal(decide(other)));
      }
      return gave;
    },
  },
  {
    name: "a decision that is not the caller's, or none, is refused",
    async run(stage, say) {
      const { alice, bob } = stage;
      const id = await created(stage);
      const { conversation } = await done(say(bob.token, "read", id));
      const [checkpoint] = conversation?.checkpoints ?? [];
      const named = { checkpointId: checkpoint?.checkpointId, comment: "" };
      const decide = (token: string, input: object) =>
        refusal(say(token, "decide", id, { comment: "", ...input }));
      return [
        await decide(alice.token, { ...named, decision: "approve" }),
        await decide(bob.token, { ...named, decision: "maybe" }),
        await decide(bob.token, {
          ...named,
          checkpointId: "chk_0",
          decision: "approve",
        }),
      ];
    },
  },
  {
    name: "what an agent may not do alone is decided by another than itself, once",
    async run(stage, say) {
      const agent = await limitedAgent(stage);
      const person = stage.alice.token;
      const id = await created({ ...stage, alice: agent }, { price: "6" });
      const { conversation } = await done(say(person, "read", id));
      const [checkpoint] = conversation?.checkpoints ?? [];
      const named = { checkpointId: checkpoint?.checkpointId, comment: "" };
      const approve = { ...named, decision: "approve" };
      const decline = { ...named, decision: "decline" };
      return [
        await done(say(person, "review", id)),
        await refusal(say(agent.token, "decide", id, approve)),
        await refusal(say(agent.token, "decide", id, decline)),
        await done(say(person, "decide", id, approve)),
        await done(say(person, "decide", id, approve)),
        await refusal(say(person, "decide", id, decline)),
        await refusal(say(stage.bob.token, "decide", id, approve)),
      ];
    },
  },
  {
    name: "an approval by an agent pays only whom its own access names",
    async run(stage, say) {
      const { service, alice, carol } = stage;
      const asking = await limitedAgent(stage);
      const id = await created({ ...stage, alice: asking }, { price: "6" });
      const { conversation } = await done(say(alice.token, "read", id));
      const [checkpoint] = conversation?.checkpoints ?? [];
      const approve = {
        checkpointId: checkpoint?.checkpointId,
        comment: "",
        decision: "approve",
      };
      const gave: unknown[] = [];
      for (const limits of [
        { payees: [carol.address] },
        { contactTypes: ["clients"] },
      ]) {
        const { accountId } = alice;
        const input = { accountId, name: "Agent", limits } as never;
        const { token } = await service.operate(addCredential, input);
        gave.push(await refusal(say(token, "decide", id, approve)));
      }
      return gave;
    },
  },
  {
    name: "a draft is reviewed without anything being done",
    async run(stage, say) {
      const { alice } = stage;
      const agent = await limitedAgent(stage);
      const id = await created(stage, { submit: false, price: "6" });
      const gave: unknown[] = [];
      for (const { token } of [alice, agent]) {
        gave.push(await done(say(token, "review", id)));
      }
      gave.push(await refusal(say(stage.bob.token, "review", id)));
      return gave;
    },
  },
  {
    name: "work is completed by the recipient only, and without a held price",
    async run(stage, say) {
      const { alice, bob, carol, dave } = stage;
      const copies = { cc: [carol.address], bcc: [dave.address] };
      const free = await worked(stage, say, copies);
      const paid = await worked(stage, say, { price: "1" });
      const others: unknown[] = [];
      for (const { token } of [alice, carol, dave]) {
        others.push(await refusal(say(token, "complete", free)));
      }
      return [
        others,
        await done(say(bob.token, "complete", free)),
        await refusal(say(bob.token, "complete", free)),
        await refusal(say(bob.token, "complete", paid)),
      ];
    },
  },
  {
    name: "a draft is edited, submitted and then fixed",
    async run(stage, say) {
      const { alice } = stage;
      const id = await created(stage, { submit: false });
      const edit = { title: "Better", price: "2", text: "better words" };
      return [
        await done(say(alice.token, "update", id, edit)),
        await done(say(alice.token, "send", id, { text: "more" })),
        await done(say(alice.token, "submit", id)),
        await refusal(say(alice.token, "update", id, edit)),
        await refusal(say(alice.token, "submit", id)),
        await refusal(say(alice.token, "delete", id)),
      ];
    },
  },
  {
    name: "a draft is deleted for good",
    async run(stage, say) {
      const { alice, bob } = stage;
      const id = await created(stage, { submit: false });
      return [
        await refusal(say(bob.token, "delete", id)),
        await done(say(alice.token, "delete", id)),
        await refusal(say(alice.token, "delete", id)),
        await refusal(say(alice.token, "read", id)),
      ];
    },
  },
  {
    name: "flags are set, and nonsense is not",
    async run(stage, say) {
      const { bob } = stage;
      const id = await created(stage);
      const flags = { unread: false, archived: true };
      return [
        await done(say(bob.token, "update", id, flags)),
        await refusal(say(bob.token, "update", id, {})),
        await refusal(say(bob.token, "update", id, { unread: "no" })),
      ];
    },
  },
  {
    name: "a file is added and sent, and an odd one is refused",
    async run(stage, say) {
      const { bob } = stage;
      const id = await created(stage);
      const attach = (input: object) => say(bob.token, "attach", id, input);
      const added = await done(attach(FILE));
      const { artifactId } = added;
      const { bytes: _bytes, ...named } = FILE;
      const link = { ...named, uri: "https://example.org/a.txt" };
      const linked = await done(attach(link));
      const sent = say(bob.token, "send", id, {
        text: "see",
        artifactIds: [artifactId],
      });
      return [
        added,
        linked,
        await done(sent),
        await refusal(attach(named)),
        await refusal(attach({ ...FILE, uri: link.uri })),
        await refusal(attach({ ...FILE, bytes: "*" })),
        await refusal(attach({ ...named, uri: "http://example.org/" })),
        await refusal(attach({ ...FILE, mimeType: "text" })),
        await refusal(
          say(bob.token, "send", id, { text: "x", artifactIds: ["art_0"] }),
        ),
      ];
    },
  },
  {
    name: "the chain reads alike, hidden records too",
    async run(stage, say) {
      const { alice, bob } = stage;
      const id = await worked(stage, say, {
        bcc: [stage.dave.address],
      });
      const read = (token: string) => done(say(token, "audit", id));
      return [
        await read(alice.token),
        await read(bob.token),
        await refusal(say(bob.token, "audit", id, { after: "f".repeat(64) })),
        await refusal(say(bob.token, "audit", id, { after: "f" })),
      ];
    },
  },
];

const alike = alikeOver(["rest", "mcp"]);

for (const { name, run } of SCENARIOS) {
  test(`${name}: alike over REST and MCP`, () =>
    alike((stage) => {
      const { service, wire } = stage;
      return run(stage, sayOver(service, wire.name === "mcp" ? "mcp" : "rest"));
    }));
}
