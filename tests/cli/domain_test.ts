import { expect, test } from "bun:test";
import { openCore } from "../core/fixture.ts";
import { svc } from "./svc.ts";

test("rules for other domains are set, listed and forgotten at the terminal", async () => {
  await using core = await openCore();
  await core.services.close();
  const domain = (...words: string[]) =>
    svc({ ...core, env: { FEDERATION: "allowlist" } }, "domain", ...words);
  expect((await domain("list")).out).toBe(
    "FEDERATION=allowlist\nNo rule for any domain.\n",
  );
  await domain("allow", "B.example");
  const blocked = await domain("block", "c.example", "--reason", "They flood");
  expect([blocked.code, blocked.out]).toEqual([
    0,
    expect.stringMatching(
      /^Domain +Rule +Since +Reason\n.*\nb\.example +allow .*\nc\.example +block .* They flood\n$/,
    ),
  ]);
  const { rules } = JSON.parse((await domain("list", "--json")).out);
  expect(rules).toMatchObject([
    { domain: "b.example", rule: "allow", reason: "" },
    { domain: "c.example", rule: "block", reason: "They flood" },
  ]);
  expect((await domain("forget", "c.example")).out).not.toContain("c.example");
  expect((await domain("forget", "c.example")).out).toStartWith(
    "There was no rule for c.example.\n",
  );
  const wrong = await domain("allow", "https://d.example/");
  expect([wrong.code, wrong.err]).toEqual([
    1,
    expect.stringContaining("write the domain alone, such as d.example."),
  ]);
  const own = await domain("block", core.services.settings.addressDomain);
  expect([own.code, own.err]).toEqual([
    1,
    expect.stringContaining("is the domain of this service itself."),
  ]);
});
