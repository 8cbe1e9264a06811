import { expect, test } from "bun:test";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { dump, numbering } from "./dump.ts";
import type { PairOutput, Say } from "./pair.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, refused, startStage } from "./stage.ts";

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

/** What is the same over both wires whatever a wire adds or bounds. */
function shown(output: PairOutput) {
  const { state, conversation } = output;
  return {
    state,
    payment: conversation?.payment.status,
    version: conversation?.version,
    folders: conversation?.folders,
  };
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
      const decided = refused(
        say(token, "decide", id, { decision: "approve" }),
      );
      return [await decided, shown(await done(say(token, "read", id)))];
    },
  },
  {
    name: "a receipt releases the price, and its repeat gives the same",
    async run(stage, say) {
      const { bob } = stage;
      const id = await worked(stage, say, { price: "5" });
      const sign = () => say(bob.token, "sign", id, { confirm: true });
      return [shown(await done(sign())), shown(await done(sign()))];
    },
  },
  {
    name: "a receipt is refused to whoever may not sign, or too early",
    async run(stage, say) {
      const { alice, bob, carol, dave } = stage;
      const id = await created(stage, {
        price: "5",
        cc: ["carol@inbox.localhost"],
      });
      const codes: string[] = [];
      for (const { token } of [alice, bob, carol, dave]) {
        codes.push(await refused(say(token, "sign", id, { confirm: true })));
      }
      return codes;
    },
  },
  {
    name: "anything but confirm: true is no receipt",
    async run(stage, say) {
      const id = await worked(stage, say, {});
      const codes: string[] = [];
      for (const input of [{}, { confirm: false }, { confirm: "true" }]) {
        codes.push(await refused(say(stage.bob.token, "sign", id, input)));
      }
      return codes;
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
        gave.push(shown(await done(decide(decision))));
        gave.push(shown(await done(decide(decision))));
        gave.push(await refused(decide(other)));
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
        refused(say(token, "decide", id, { comment: "", ...input }));
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
      const { outcome, rules } = await done(say(person, "review", id));
      return [
        [outcome, rules?.map((rule) => rule.id)],
        await refused(say(agent.token, "decide", id, approve)),
        await refused(say(agent.token, "decide", id, decline)),
        shown(await done(say(person, "decide", id, approve))),
        shown(await done(say(person, "decide", id, approve))),
        await refused(say(person, "decide", id, decline)),
        await refused(say(stage.bob.token, "decide", id, approve)),
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
      const codes: string[] = [];
      for (const limits of [
        { payees: [carol.address] },
        { contactTypes: ["clients"] },
      ]) {
        const { accountId } = alice;
        const input = { accountId, name: "Agent", limits } as never;
        const { token } = await service.operate(addCredential, input);
        codes.push(await refused(say(token, "decide", id, approve)));
      }
      return codes;
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
        const { outcome, rules } = await done(say(token, "review", id));
        gave.push([outcome, rules?.map((rule) => rule.id)]);
      }
      gave.push(await refused(say(stage.bob.token, "review", id)));
      return gave;
    },
  },
  {
    name: "work is completed by the recipient only, and without a held price",
    async run(stage, say) {
      const { alice, bob } = stage;
      const free = await worked(stage, say, {});
      const paid = await worked(stage, say, { price: "1" });
      return [
        await refused(say(alice.token, "complete", free)),
        shown(await done(say(bob.token, "complete", free))),
        await refused(say(bob.token, "complete", free)),
        await refused(say(bob.token, "complete", paid)),
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
        shown(await done(say(alice.token, "update", id, edit))),
        shown(await done(say(alice.token, "send", id, { text: "more" }))),
        shown(await done(say(alice.token, "submit", id))),
        await refused(say(alice.token, "update", id, edit)),
        await refused(say(alice.token, "submit", id)),
        await refused(say(alice.token, "delete", id)),
      ];
    },
  },
  {
    name: "a draft is deleted for good",
    async run(stage, say) {
      const { alice, bob } = stage;
      const id = await created(stage, { submit: false });
      return [
        await refused(say(bob.token, "delete", id)),
        (await done(say(alice.token, "delete", id))).state,
        await refused(say(alice.token, "delete", id)),
        await refused(say(alice.token, "read", id)),
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
        shown(await done(say(bob.token, "update", id, flags))),
        await refused(say(bob.token, "update", id, {})),
        await refused(say(bob.token, "update", id, { unread: "no" })),
      ];
    },
  },
  {
    name: "a file is added and sent, and an odd one is refused",
    async run(stage, say) {
      const { bob } = stage;
      const id = await created(stage);
      const attach = (input: object) => say(bob.token, "attach", id, input);
      const { artifactId } = await done(attach(FILE));
      const { bytes: _bytes, ...named } = FILE;
      const link = { ...named, uri: "https://example.org/a.txt" };
      await done(attach(link));
      await done(
        say(bob.token, "send", id, {
          text: "see",
          artifactIds: [artifactId],
        }),
      );
      return [
        artifactId,
        await refused(attach(named)),
        await refused(attach({ ...FILE, uri: link.uri })),
        await refused(attach({ ...FILE, bytes: "*" })),
        await refused(attach({ ...named, uri: "http://example.org/" })),
        await refused(attach({ ...FILE, mimeType: "text" })),
        await refused(
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
        bcc: ["dave@inbox.localhost"],
      });
      const read = async (token: string, input: object = {}) =>
        (await done(say(token, "audit", id, input))).records?.map(
          ({ type }) => type,
        );
      return [
        await read(alice.token),
        await read(bob.token),
        await refused(say(bob.token, "audit", id, { after: "f".repeat(64) })),
        await refused(say(bob.token, "audit", id, { after: "f" })),
      ];
    },
  },
];

for (const scenario of SCENARIOS) {
  test(`${scenario.name}: alike over REST and MCP`, async () => {
    const told: unknown[] = [];
    for (const wire of ["rest", "mcp"] as const) {
      await using stage = await startStage(wire);
      const gave = await scenario.run(stage, sayOver(stage.service, wire));
      const rows = await dump(stage.service);
      expect(stage.service.logged).toEqual([]);
      told.push({ gave: JSON.parse(numbering()(JSON.stringify(gave))), rows });
    }
    expect(told[1]).toEqual(told[0]);
  });
}
