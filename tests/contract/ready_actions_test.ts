import { describe, expect, test } from "bun:test";
import { offered } from "./offered.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, refusal, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** How a wire says what A2A has no word for. */
function sayOn({ service, wire }: Stage) {
  return sayOver(service, wire.name === "a2a" ? "rest" : wire.name);
}

/** A draft of a person. */
async function drafted({ service }: Stage, token: string, fields: object) {
  const response = await service.fetch("/v1/conversations", {
    token,
    method: "POST",
    json: { text: "Translate it", ...fields },
  });
  const { conversationId } = await response.json();
  return String(conversationId);
}

describe.each([...WIRES])("over %s", (name) => {
  test("a reply is judged as one that names no mode, whom this wire sends it to", async () => {
    const stage = await newStage(name);
    const { service, wire, rest, alice, bob } = stage;
    const person = (await service.addSession(alice)).token;
    const outside = "ada@elsewhere.example";
    const { conversationId: id } = await done(
      rest.create(person, {
        text: "Translate it",
        to: [bob.address],
        cc: [outside],
      }),
    );
    const agent = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
      "decisions:write",
    ]);
    const before = (await offered(stage, agent, id)).byName.get("reply");
    expect(before?.ready).toBe(true);
    const first = await done(wire.reply(agent, id, "Here it is", null));
    if (name === "rest") {
      // It reaches the sender alone, who has an account.
      expect(before?.effect).toStartWith("Accepts the request");
      expect(first.state).toBe("working");
      return;
    }
    expect(before?.effect).toStartWith("Your person reads it");
    expect(first.state).toBe("input-required");
    const after = (await offered(stage, agent, id)).byName.get("reply");
    const again = await refusal(wire.reply(agent, id, "And more", null));
    expect(after).toMatchObject({
      ready: false,
      because: { code: again.code, detail: again.detail },
    });
    expect(again.code).toBe("wrong_state");
  });

  test("because is the sentence by which the call is refused", async () => {
    const stage = await newStage(name);
    const { service, wire, rest, alice, bob } = stage;
    const person = (await service.addSession(alice)).token;
    const bobs = (await service.addSession(bob)).token;
    const { conversationId: id } = await done(
      rest.create(person, { text: "Translate it", to: [bob.address] }),
    );
    await done(rest.reply(bobs, id, "I do"));
    const reader = await service.addCredential(bob, ["conversations:read"]);
    const { actions } = await offered(stage, reader, id);
    const say = sayOn(stage);
    const refusals = {
      cancel: await refusal(wire.cancel(reader, id, "No")),
      reply: await refusal(wire.reply(reader, id, "Done", null)),
      complete: await refusal(say(reader, "complete", id, {})),
      sign_receipt: await refusal(say(reader, "sign", id, { confirm: true })),
    };
    for (const [action, { code, detail }] of Object.entries(refusals)) {
      expect(actions?.find((it) => it.name === action)?.because).toEqual({
        code,
        detail,
      });
    }
    expect(refusals.cancel.code).toBe("insufficient_scope");
  });

  test("a draft is ready to be sent only where what it is for lets it", async () => {
    const stage = await newStage(name);
    const { service, rest, alice, bob, carol } = stage;
    const person = (await service.addSession(alice)).token;
    const pricey = (await service.addSession(carol)).token;
    await service.fetch("/v1/profile", {
      token: pricey,
      method: "PUT",
      json: { prices: [{ contactType: "everyone", price: "2.00" }] },
    });
    const paying = { to: [bob.address], price: "5.00" };
    const domain = bob.address.split("@")[1];
    const drafts: readonly [string, object][] = [
      ["no_such_account", { ...paying, to: [`nobodyhere@${domain}`] }],
      ["invalid_input", { to: [alice.address] }],
      ["invalid_input", { ...paying, to: [`hello@${domain}`] }],
      ["from_not_verified", { ...paying, fromAddress: bob.address }],
      ["invalid_input", { to: [bob.address], cc: [carol.address] }],
    ];
    const say = sayOn(stage);
    for (const [code, fields] of drafts) {
      const id = await drafted(stage, person, fields);
      const action = (await offered(stage, person, id)).byName.get("submit");
      const refused = await refusal(say(person, "submit", id, {}));
      const { detail } = refused;
      expect(refused.code).toBe(code);
      expect(action).toMatchObject({ ready: false, because: { code, detail } });
    }
    const id = await drafted(stage, person, paying);
    expect(
      (await offered(stage, person, id)).byName.get("submit"),
    ).toMatchObject({
      ready: true,
    });
    const { names } = await offered(stage, person, id);
    expect(names).toEqual([
      "submit",
      "schedule",
      "edit",
      "add_text",
      "add_file",
      "delete",
    ]);
    expect((await done(rest.read(person, id))).state).toBe("draft");
  });

  test("it is the person's turn where an agent may do nothing of the step", async () => {
    const stage = await newStage(name);
    const { service, rest, alice, bob } = stage;
    const person = (await service.addSession(alice)).token;
    const bobs = (await service.addSession(bob)).token;
    const scopes = [
      "conversations:read",
      "conversations:write",
      "conversations:submit",
      "decisions:write",
    ] as const;
    const paying = { to: [bob.address], price: "5.00" };
    const draft = await drafted(stage, person, paying);
    const hers = await service.addCredential(alice, [...scopes]);
    expect((await offered(stage, hers, draft)).nextStep.who).toBe("person");
    const listed = await service.fetch("/v1/conversations?view=drafts", {
      token: hers,
    });
    const [item] = (await listed.json()).conversations;
    expect(item.nextStep.who).toBe("person");
    expect(Object.keys(item)).not.toContain("actions");
    expect(Object.keys(item)).not.toContain("replyReaders");
    const { conversationId: id } = await done(
      rest.create(person, { text: "Translate it", ...paying }),
    );
    await done(rest.reply(bobs, id, "Here it is"));
    const his = await service.addCredential(bob, [...scopes]);
    expect((await offered(stage, his, id)).nextStep).toMatchObject({
      who: "person",
      text: "Sign the receipt to get 5.00 USDC (TEST).",
    });
    expect((await offered(stage, bobs, id)).nextStep.who).toBe("you");
  });
});
