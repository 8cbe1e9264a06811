import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

const PATH = "/v1/templates";
let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

async function ask(token: string, method = "GET", path = PATH, body?: object) {
  const how = { method, token, ...(body && { json: body }) };
  return await json(await service.fetch(path, how));
}

const OFFER = {
  name: "Logo",
  title: "A logo",
  text: "Please draw\n\nus a **logo**.",
  price: "25.00",
  release: "converted",
  releaseAction: "the logo is delivered",
  acceptWithin: "PT4H",
  deliverWithin: "P3D",
} as const;

test("a template is saved, replaced by its name, told as a change, and deleted", async () => {
  const { token } = await service.addAccount("tess");
  const { state } = await ask(token, "GET", "/v1/changes");
  const made = await ask(token, "POST", PATH, OFFER);
  expect(made).toMatchObject({ template: OFFER, created: true });
  const { templateId } = made.template;
  const changes = await ask(token, "GET", `/v1/changes?since=${state}`);
  expect(JSON.stringify(changes.settings)).toContain("templates");
  const again = await ask(token, "POST", PATH, { name: "LOGO", text: "Short" });
  expect(again).toMatchObject({
    created: false,
    template: { templateId, name: "LOGO", title: "", release: "replied" },
  });
  expect(again.template.price).toBeUndefined();
  expect(again.template.deliverWithin).toBeUndefined();
  expect((await ask(token)).templates).toEqual([again.template]);
  await ask(token, "DELETE", `${PATH}/${templateId}`);
  expect(await ask(token)).toEqual({ templates: [] });
  const gone = await ask(token, "DELETE", `${PATH}/${templateId}`);
  expect(gone.code).toBe("template_not_found");
});

test("templates are the account's alone, and hold nothing that a draft could not", async () => {
  const { token } = await service.addAccount("tom");
  const { token: other } = await service.addAccount("olga");
  const { template } = await ask(token, "POST", PATH, OFFER);
  expect((await ask(other)).templates).toEqual([]);
  const foreign = `${PATH}/${template.templateId}`;
  expect((await ask(other, "DELETE", foreign)).code).toBe("template_not_found");
  expect((await ask(token)).templates).toHaveLength(1);
  for (const [bad, code] of [
    [{ name: "\u200b" }, "invalid_input"],
    [{ name: "x".repeat(LIMITS.templateNameCharsMax + 1) }, "invalid_input"],
    [
      { name: "a", text: "x".repeat(LIMITS.templateTextCharsMax + 1) },
      "invalid_input",
    ],
    [{ name: "a", price: "-1" }, "invalid_price"],
    [{ name: "a", release: "converted" }, "invalid_input"],
    [{ name: "a", releaseAction: "done" }, "invalid_input"],
    [{ name: "a", acceptWithin: "four hours" }, "invalid_input"],
  ] as const) {
    expect([bad, (await ask(token, "POST", PATH, bad)).code]).toEqual([
      bad,
      code,
    ]);
  }
  for (let n = 1; n < LIMITS.templatesMax; n++) {
    await ask(token, "POST", PATH, { name: `n${n}` });
  }
  expect((await ask(token, "POST", PATH, { name: "more" })).code).toBe(
    "quota_exceeded",
  );
});
