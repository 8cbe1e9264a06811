import { describe, expect, test } from "bun:test";
import { json, startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

describe("POST /v1/conversations", () => {
  test("makes a draft unless it is told to submit", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { title: "Later" },
    });
    const body = await json(response);
    expect(response.status).toBe(201);
    expect(Object.keys(body).sort()).toEqual([
      "contextId",
      "conversation",
      "conversationId",
      "state",
    ]);
    expect(body.state).toBe("draft");
    expect(response.headers.get("location")).toBe(
      `/v1/conversations/${body.conversationId}`,
    );
  });

  test("submits a priced conversation and holds the price", async () => {
    await using pair = await startPair();
    const body = await createSubmitted(pair, { price: "5.00" });
    expect(body.state).toBe("submitted");
    expect(body.conversation.payment).toMatchObject({
      status: "held",
      price: { amount: "5.00", amountAtomic: "5000000" },
      release: "replied",
    });
  });

  test.each([
    ["an unknown contactType", { contactType: "boss" }, "/contactType"],
    ["a number as title", { title: 5 }, "/title"],
    ["a text as submit", { submit: "yes" }, "/submit"],
    ["an unknown release", { release: "later" }, "/release"],
    ["a part that is no object", { parts: ["x"] }, "/parts/0"],
  ])("refuses %s by its pointer", async (_what, fields, pointer) => {
    const pair = thePair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: fields,
    });
    const problem = await json(response);
    expect(response.status).toBe(400);
    expect(problem.code).toBe("invalid_input");
    expect(problem.errors[0].pointer).toBe(pointer);
  });

  test.each([[-1], ["-1"], ["1e3"], ["0.0000001"], ["NaN"], [{}], ["5 USD"]])(
    "refuses the price %p",
    async (price) => {
      const pair = thePair();
      const { alice, bob, service } = pair;
      const response = await service.fetch("/v1/conversations", {
        method: "POST",
        token: alice.token,
        json: { to: bob.address, text: "Hi", price, submit: true },
      });
      expect(response.status).toBe(400);
      expect((await json(response)).code).toBe("invalid_price");
    },
  );

  test("with ?strict=0 leaves unknown fields out and names them in Svc-Warning", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations?strict=0", {
      method: "POST",
      token: alice.token,
      json: { title: "x", colour: "red", "a\r\nb": 1 },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("svc-warning")).toBe(
      "ignored fields: colour, a??b",
    );
  });

  test.each(["", "?strict=1"])(
    "refuses a price by a mistyped name, with the one that was meant %s",
    async (query) => {
      const pair = thePair();
      const { alice, service } = pair;
      const response = await service.fetch(`/v1/conversations${query}`, {
        method: "POST",
        token: alice.token,
        json: { title: "x", pirce: "5.00" },
      });
      const problem = await json(response);
      expect(response.status).toBe(400);
      expect(problem).toMatchObject({
        code: "unknown_field",
        didYouMean: "price",
        errors: [
          {
            pointer: "/pirce",
            code: "unknown_field",
            didYouMean: "price",
            detail: `"pirce" isn't known here; did you mean "price"?`,
          },
        ],
      });
    },
  );

  test("refuses a query that would do nothing", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { token } = alice;
    const get = await service.fetch("/v1/conversations?veiw=sent", { token });
    expect(await json(get)).toMatchObject({
      status: 400,
      code: "unknown_field",
      didYouMean: "view",
    });
    const list = await service.fetch("/v1/conversations?view%5B%5D=sent", {
      token,
    });
    expect(await json(list)).toMatchObject({
      code: "unknown_field",
      errors: [
        {
          pointer: "/view[]",
          detail: `"view[]" isn't known here; did you mean "view"?`,
        },
      ],
    });
    const posted = { method: "POST", token, json: { title: "x" } };
    const path = "/v1/conversations?submit=true";
    expect(await json(await service.fetch(path, posted))).toMatchObject({
      status: 400,
      errors: [{ pointer: "/submit", code: "unknown_field" }],
    });
    const stream = await service.fetch("/v1/events?afer=5", {
      token,
      headers: { accept: "text/event-stream" },
    });
    expect(await json(stream)).toMatchObject({ code: "unknown_field" });
    const kept = await service.fetch("/v1/conversations?veiw=sent&strict=0", {
      token,
    });
    expect(kept.status).toBe(200);
    expect(kept.headers.get("svc-warning")).toBe("ignored fields: veiw");
  });
});

describe("POST /v1/conversations/welcome", () => {
  test("is 201 first, then 200 with the same conversation", async () => {
    await using service = await startService();
    const dora = await service.addAccount("dora", { name: "Dora" });
    const open = (fields?: object) =>
      service.fetch("/v1/conversations/welcome", {
        method: "POST",
        token: dora.token,
        ...(fields && { json: fields }),
      });
    const first = await open();
    const body = await json(first);
    expect(first.status).toBe(201);
    expect(body).toMatchObject({ state: "submitted", created: true });
    expect(first.headers.get("location")).toBe(
      `/v1/conversations/${body.conversationId}`,
    );
    const second = await open({ name: "Another" });
    expect(second.status).toBe(200);
    expect(await json(second)).toMatchObject({
      conversationId: body.conversationId,
      contextId: body.contextId,
      created: false,
    });
  });

  test("refuses a name of 101 characters", async () => {
    await using service = await startService();
    const { token } = await service.addAccount("dora");
    const response = await service.fetch("/v1/conversations/welcome", {
      method: "POST",
      token,
      json: { name: "x".repeat(101) },
    });
    expect(response.status).toBe(400);
  });
});
