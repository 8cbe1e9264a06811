import { describe, expect, test } from "bun:test";
import type { Operation } from "../../../src/core/access/operation.ts";
import type { RailName } from "../../../src/core/base/rails/chain.ts";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { accessWords } from "../../../src/core/identity/access_words.ts";
import { atAGlance } from "../../../src/core/identity/glance.ts";
import type { Scope } from "../../../src/core/identity/scopes.ts";
import {
  cannotWords,
  mayWords,
  meaningOf,
  PRESETS,
  presetOf,
  SCOPES,
  scopesOfPreset,
} from "../../../src/core/identity/scopes.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { getContact } from "../../../src/core/operations/get_contact.ts";
import { OPERATIONS } from "../../../src/core/operations/mod.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor } from "../core_harness.ts";
import { send, startStage, view } from "../core_harness.ts";

const FILE = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

test("a limit is said in test money where there is no other", () => {
  const settings = {
    agentAutoLimit: 10_000_000,
    agentAutoDayLimit: null,
    agentAutoPayeeLimit: null,
  };
  const access = {
    scopes: null,
    perPayment: null,
    perDay: null,
    perPayee: null,
    payees: null,
    contactTypes: null,
    askFirstPayment: false,
    accept: null,
  };
  const paysOn = (...rails: readonly [RailName, ...RailName[]]) =>
    accessWords({ ...settings, rails }, access, sayInEnglish).pays;
  expect(paysOn("ledger")).toContain("10.00 USDC (TEST) per payment");
  expect(paysOn("ledger", "x402")).toContain("10.00 USDC per payment");
  expect(paysOn("x402")).toContain("10.00 USDC per payment");
});

describe("presets", () => {
  test("each has words for a person and scopes that there are", () => {
    for (const { id, title, means, scopes } of PRESETS) {
      expect(title).not.toBe("");
      expect(means).toMatch(/^It .+\.$/);
      for (const scope of scopes ?? []) expect(SCOPES).toContain(scope);
      expect(presetOf(scopes)?.id).toBe(id);
      expect(scopesOfPreset(id)).toBe(scopes);
    }
    expect(presetOf(["audit:read"])).toBeUndefined();
    expect(SCOPES.every((scope) => /^[A-Z].+\.$/.test(meaningOf(scope)))).toBe(
      true,
    );
  });

  test("no sentence says that an access cannot what one of its scopes lets it do", () => {
    const said: readonly (readonly [Scope, string])[] = [
      ["conversations:write", "send anything"],
      ["conversations:submit", "send anything"],
      // A file, a reason and a statement are read by the others, too.
      ["artifacts:write", "send anything"],
      ["conversations:cancel", "send anything"],
      ["receipts:sign", "send anything"],
      ["payments:hold", "pay"],
      ["decisions:write", "accept, decline or decide anything"],
      ["decisions:write", "accept or decide anything"],
      // A request that is canceled before it is accepted was declined.
      ["conversations:cancel", "decline"],
      ["receipts:sign", "sign receipts"],
      ["conversations:cancel", "cancel"],
      ["contacts:new", "write to strangers first"],
      ["contacts:new", "change your contacts"],
      ["outward:send", "write to addresses elsewhere"],
      ["contacts:write", "change your contacts"],
      ["profile:write", "change your address, profile or prices"],
    ];
    const drafts = ["drafts:write"] as const;
    // Not what its owner chooses beside its scopes.
    const cannot = (scopes: readonly Scope[] | null) =>
      cannotWords(scopes, sayInEnglish, false);
    for (const [scope, words] of said) {
      const all = SCOPES.filter((it) => it !== scope);
      expect(cannot([...drafts, scope])).not.toContain(words);
      expect(cannot(null)).not.toContain(words);
      expect(mayWords([scope])).not.toBe(mayWords([]));
      expect(mayWords(all)).not.toBe(mayWords(null));
    }
    expect(cannotWords(["audit:read"])).toContain("write, send or change");
    for (const scopes of [null, [], ["contacts:write"]]) {
      expect(cannotWords(scopes)).toContain("manage access");
    }
  });

  test("each may all that the one before it may", () => {
    const sets = PRESETS.map(({ scopes }) => scopes ?? SCOPES);
    for (const [index, wider] of sets.entries()) {
      for (const scope of sets[index - 1] ?? []) expect(wider).toContain(scope);
    }
  });

  test("an assistant neither pays nor decides nor meets strangers nor sends outward", () => {
    const kept: readonly Scope[] = [
      "payments:hold",
      "decisions:write",
      "contacts:new",
      "contacts:write",
      "outward:send",
      "addresses:write",
      "profile:write",
      "receipts:sign",
      "conversations:cancel",
      "webhooks:manage",
    ];
    const assistant = scopesOfPreset("assistant") ?? [];
    expect(kept.filter((scope) => assistant.includes(scope))).toEqual([]);
  });

  test("a reader changes nothing", () => {
    const scopes = scopesOfPreset("reader") ?? [];
    const commands = OPERATIONS.filter(
      ({ kind, scope }) =>
        kind === "command" && scopes.some((it) => it === scope),
    );
    expect(commands.map(({ name }) => name)).toEqual([]);
  });
});

const refusedFor = async (
  actor: Actor,
  operation: Operation,
  input: object,
): Promise<unknown> => {
  const { code, extra } = await actor.refused(operation, input);
  expect(code).toBe("insufficient_scope");
  return extra.scope;
};

describe("a scope is asked for where it is needed", () => {
  test("drafts, new conversations, replies and flags each have their own", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const sent = await send(bob, { to: [alice.address] });
    const draft = await alice.run(createConversation, { text: "x" });
    const { conversationId } = draft;
    const drafter = alice.as({ scopes: ["drafts:write"] });
    const writer = alice.as({ scopes: ["conversations:write"] });
    const sender = alice.as({ scopes: ["conversations:submit"] });

    await drafter.run(createConversation, { text: "y", artifacts: [FILE] });
    await drafter.run(sendMessage, { conversationId, text: "more" });
    await drafter.run(addArtifact, { conversationId, ...FILE });
    await drafter.run(updateConversation, { conversationId, title: "T" });
    await writer.run(sendMessage, { conversationId: sent, text: "more" });
    await writer.run(updateConversation, {
      conversationId: sent,
      archived: true,
    });

    const compose = { text: "x", to: [bob.address] };
    const asked = [
      await refusedFor(drafter, createConversation, {
        ...compose,
        submit: true,
      }),
      await refusedFor(sender, createConversation, compose),
      await refusedFor(drafter, submitDraft, { conversationId }),
      await refusedFor(drafter, sendMessage, {
        conversationId: sent,
        text: "x",
      }),
      await refusedFor(writer, sendMessage, { conversationId, text: "x" }),
      await refusedFor(sender, sendMessage, { conversationId, text: "x" }),
      await refusedFor(drafter, addArtifact, { conversationId: sent, ...FILE }),
      await refusedFor(writer, addArtifact, { conversationId, ...FILE }),
      await refusedFor(writer, updateConversation, {
        conversationId,
        title: "U",
      }),
      await refusedFor(drafter, updateConversation, {
        conversationId,
        unread: true,
      }),
      await refusedFor(drafter, updateConversation, {
        conversationId,
        unread: true,
        title: "U",
      }),
      await refusedFor(writer, deleteDraft, { conversationId }),
      await refusedFor(writer, cancelConversation, {
        conversationId: sent,
        reason: "x",
      }),
    ];
    expect(asked).toEqual([
      "conversations:submit",
      "drafts:write",
      "conversations:submit",
      "conversations:write",
      "drafts:write",
      "conversations:write",
      "artifacts:write",
      // With neither of the two that it takes, the usual one is named.
      "artifacts:write",
      "drafts:write",
      "conversations:write",
      "conversations:write",
      "drafts:write",
      "conversations:cancel",
    ]);
    const { title } = await view(alice, conversationId);
    expect(title).toBe("T");
  });

  test("money is refused before anything is written, also when the balance is too low", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const scopes = ["conversations:submit", "contacts:new"];
    const sender = alice.as({ scopes });
    const count = async () =>
      Number(
        (
          await stage.rows(
            "select (select count(*) from conversations) + (select count(*) from audit_records) + (select count(*) from deliveries) + (select count(*) from contacts)",
          )
        )[0]?.[0],
      );
    const before = await count();
    const compose = { text: "x", to: [bob.address], submit: true };
    const asked = [
      await refusedFor(sender, createConversation, { ...compose, price: "1" }),
      // Also when the balance is too low: it is not told.
      await refusedFor(sender, createConversation, {
        ...compose,
        price: "999",
      }),
    ];
    expect(asked).toEqual(["payments:hold", "payments:hold"]);
    expect(await count()).toBe(before);
  });

  test("a new contact and outward mail wait for the person, and reach nobody before", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const sender = alice.as({ scopes: ["conversations:submit"] });
    for (const to of [bob.address, "somebody@example.org"]) {
      const compose = { text: "x", to: [to], submit: true };
      const made = await sender.run(createConversation, compose);
      expect(made.state).toBe("input-required");
    }
    expect(
      await stage.rows(
        "select (select count(*) from deliveries) + (select count(*) from contacts)",
      ),
    ).toEqual([[0]]);
  });

  test("a known contact is no new one, but what it is does not change by the way", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    await send(alice, { to: [bob.address] });
    const sender = alice.as({ scopes: ["conversations:submit"] });
    const compose = { text: "x", to: [bob.address], submit: true };
    await sender.run(createConversation, compose);
    const claim = { ...compose, contactType: "clients" as const };
    const typeOf = async () => {
      const contact = await alice.run(getContact, { address: bob.address });
      return contact.contactType;
    };
    // To call somebody closer is a privilege: no agent gives it, whatever its scopes.
    await sender.run(createConversation, claim);
    await alice.run(createConversation, claim);
    expect(await typeOf()).toBe("everyone");
    await alice.asPerson().run(createConversation, claim);
    expect(await typeOf()).toBe("clients");
    const lower = { ...compose, contactType: "promotions" as const };
    expect(await refusedFor(sender, createConversation, lower)).toBe(
      "contacts:write",
    );
  });

  test("the service's own agents are no strangers", async () => {
    await using stage = await startStage();
    const sender = stage.alice.as({ scopes: ["conversations:submit"] });
    await sender.run(createConversation, {
      text: "help",
      to: ["hello@inbox.localhost"],
      submit: true,
    });
  });

  test("a reply that an ordinary address reads waits for the person, whether a mail is due or not", async () => {
    await using stage = await startStage();
    const { alice } = stage;
    const conversationId = await send(alice, { to: ["somebody@example.org"] });
    const writer = alice.as({ scopes: ["conversations:write"] });
    const reply = { conversationId, text: "more" };
    for (const days of [0, 2]) {
      stage.advance(days * 24 * 3_600_000);
      const { state } = await writer.run(sendMessage, reply);
      expect(state).toBe("input-required");
      const person = alice.asPerson();
      const no = { conversationId, decision: "decline" as const };
      await person.run(recordHilDecision, no);
    }
    const { messages } = await view(alice, conversationId);
    expect(messages.map(({ author }) => author.kind)).toEqual([
      "agent",
      "person",
      "person",
    ]);
    const mails = await stage.rows("select count(*) from deliveries");
    expect(mails).toEqual([[1]]);
  });
});

test("presets are compared by five lines at most, and each differs from the next", () => {
  const ticks = PRESETS.map(({ scopes }) =>
    atAGlance(scopes)
      .map(({ isAllowed }) => (isAllowed ? "✓" : "✕"))
      .join(""),
  );
  expect(ticks).toEqual(["✓✕✕✕✕", "✓✓✕✕✕", "✓✓✓✕✕", "✓✓✓✓✓"]);
  expect(atAGlance(["conversations:read"]).every((it) => !it.isAllowed)).toBe(
    true,
  );
});
