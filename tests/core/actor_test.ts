import { expect, test } from "bun:test";
import type { Actor } from "../../src/core/access/actor.ts";
import {
  actorCommitment,
  actorOf,
  ownPartOf,
  presentActor,
} from "../../src/core/access/actor.ts";
import type { Principal } from "../../src/core/access/principal.ts";
import {
  ANONYMOUS,
  OPERATOR,
  SYSTEM,
} from "../../src/core/access/principal.ts";
import { canonicalJson, sha256 } from "../../src/core/base/digest.ts";
import { sayInEnglish as say } from "../../src/core/base/words/say.ts";
import { sayIn } from "../../src/core/base/words/say_in.ts";

const CLAUDE: Actor = {
  kind: "agent",
  accountId: "acc_mira",
  credentialId: "cred_1",
  name: "Claude on my laptop",
};

const AS_MIRA = { viewerId: "acc_mira", holder: "Mira" };
const AS_BOB = { viewerId: "acc_bob", holder: "Mira" };

test("an agent is named to its own account, and is an agent to everybody else", () => {
  expect(presentActor(CLAUDE, AS_MIRA, say)).toEqual({
    kind: "agent",
    label: "Claude on my laptop, for Mira",
    name: "Claude on my laptop",
    credentialId: "cred_1",
  });
  for (const reader of [AS_BOB, { ...AS_BOB, viewerId: null }]) {
    expect(presentActor(CLAUDE, reader, say)).toEqual({
      kind: "agent",
      label: "Mira's agent",
    });
  }
});

test.each([
  ["the operator", "a program called “the operator”, for Mira"],
  ["The 0perator on duty", "a program called “The 0perator on duty”, for Mira"],
  ["tһe sеrvice", "a program called “tһe sеrvice”, for Mira"],
  ["an agent of Bob", "a program called “an agent of Bob”, for Mira"],
  ["Bob’s agent", "a program called “Bob’s agent”, for Mira"],
  ["You", "a program called “You”, for Mira"],
  ["x”, for Bob", "a program called “x, for Bob”, for Mira"],
])("an agent called %p passes for nobody else", (name, label) => {
  const actor = { ...CLAUDE, name };
  const shown = presentActor(actor, AS_MIRA, say);
  expect(shown).toMatchObject({ label, name });
  expect(presentActor(actor, { viewerId: "acc_mira" }, say).label).toBe(
    label.replace(/, for Mira$/, ""),
  );
});

test.each<[Actor, string]>([
  [{ kind: "person", accountId: "acc_mira" }, "Mira"],
  [{ kind: "agent", accountId: "acc_mira" }, "Mira's agent"],
  [{ kind: "operator", accountId: "acc_mira" }, "the operator, for Mira"],
  [{ kind: "service", accountId: "acc_mira" }, "Mira"],
])("%p is shown as %p", (actor, label) => {
  expect(presentActor(actor, AS_MIRA, say).label).toBe(label);
});

test.each<[Actor, string]>([
  [{ kind: "person", accountId: "acc_x" }, "a person"],
  [{ kind: "agent", accountId: "acc_x", name: "X" }, "an agent"],
  [{ kind: "guest", address: "eve@example.org" }, "a guest"],
  [{ kind: "operator" }, "the operator"],
  [{ kind: "service", accountId: "acc_x" }, "the service"],
  [{ kind: "system" }, "the service"],
])("%p of nobody whom the viewer knows is shown as %p", (actor, label) => {
  expect(presentActor(actor, { viewerId: "acc_mira" }, say)).toEqual({
    kind: actor.kind,
    label,
  });
});

test.each<[Actor, object, string]>([
  [CLAUDE, AS_MIRA, "Claude on my laptop, für Mira"],
  [CLAUDE, AS_BOB, "Agent von Mira"],
  [{ kind: "operator", accountId: "acc_mira" }, AS_BOB, "Betreiber, für Mira"],
  [{ kind: "system" }, AS_BOB, "Dienst"],
  [
    { ...CLAUDE, name: "Betreiber" },
    AS_MIRA,
    "Programm namens „Betreiber“, für Mira",
  ],
  [
    { ...CLAUDE, name: "x, für Bob" },
    AS_MIRA,
    "Programm namens „x, für Bob“, für Mira",
  ],
])(
  "%p is told a German reader in the service's German words",
  (actor, reader, label) => {
    const at = { ...AS_MIRA, ...reader };
    expect(presentActor(actor, at, sayIn("de")).label).toBe(label);
  },
);

test("nobody's own account is not the account of nobody", () => {
  const guest: Actor = { ...CLAUDE, kind: "guest" };
  const { accountId: _, ...homeless } = guest;
  expect(presentActor(homeless, { viewerId: null }, say)).toEqual({
    kind: "guest",
    label: "a guest",
  });
});

test.each<[Principal, Actor]>([
  [
    {
      kind: "agent",
      accountId: "acc_mira",
      credentialId: "cred_1",
      credentialName: "Claude on my laptop",
      scopes: null,
    },
    CLAUDE,
  ],
  [
    { kind: "person", accountId: "acc_mira", sessionId: "s", scopes: null },
    { kind: "person", accountId: "acc_mira" },
  ],
  [
    { kind: "newcomer", accountId: "acc_mira", sessionId: "s" },
    { kind: "person", accountId: "acc_mira" },
  ],
  [
    {
      kind: "guest",
      conversationId: "cnv_1",
      position: 1,
      address: "eve@example.org",
      outboxId: "out_1",
      scopes: [],
    },
    { kind: "guest", address: "eve@example.org" },
  ],
  [OPERATOR, { kind: "operator" }],
  [SYSTEM, { kind: "system" }],
  [ANONYMOUS, { kind: "system" }],
])("the actor of the principal %p is kept as %p", (principal, actor) => {
  expect(actorOf({ caller: { principal } })).toEqual(actor);
});

test("a commitment proves the private part of an actor and does not show it", () => {
  const part = ownPartOf(CLAUDE, () => "00ff");
  expect(part).toEqual({
    salt: "00ff",
    credentialId: "cred_1",
    name: "Claude on my laptop",
  });
  if (!part) throw new Error("An agent has a private part");
  const said = canonicalJson({
    credentialId: "cred_1",
    name: "Claude on my laptop",
  });
  expect(actorCommitment(part)).toBe(sha256(`00ff${said}`));
  expect(ownPartOf({ kind: "person", accountId: "acc_mira" }, () => "")).toBe(
    null,
  );
});
