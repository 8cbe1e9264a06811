import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { playAll } from "./play_all.ts";
import { TASKS } from "./tasks/mod.ts";

setDefaultTimeout(60_000);

test("an assistant that knows the tools alone does all twenty tasks, within their tokens", async () => {
  const { listTokens, rows } = await playAll();
  const outcomes = rows.map(({ name, outcome }) => `${name}: ${outcome}`);
  expect(outcomes).toEqual(rows.map(({ name }) => `${name}: done`));
  expect(rows).toHaveLength(20);
  expect(listTokens).toBeLessThan(4_500);
  const triage = rows.find(({ name }) => name.startsWith("triage"));
  expect(triage?.calls).toBeLessThanOrEqual(2);
  expect(triage?.tokensIn).toBeLessThan(1_500);
  const long = rows.find(({ name }) => name.startsWith("read 60"));
  // The digest that finds it, and at most three pages.
  expect(long?.calls).toBeLessThanOrEqual(4);
  expect(long?.tokensIn).toBeLessThan(36_000);
});

test("docs/assistants.md shows the outcome of each task", async () => {
  const page = join(import.meta.dir, "../../docs/assistants.md");
  const rows = [
    ...(await Bun.file(page).text()).matchAll(/^\| (.+?) \|.* done \|$/gm),
  ];
  expect(rows.map(([, name = ""]) => name)).toEqual(
    TASKS.map(({ name }) => name),
  );
});
