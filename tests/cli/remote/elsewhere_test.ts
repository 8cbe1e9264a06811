import { afterAll, beforeAll, expect, test } from "bun:test";
import type {
  Installation,
  TwoInstallations,
} from "../../core/federation/two_installations.ts";
import { startTwoInstallations } from "../../core/federation/two_installations.ts";
import type { TestAccount } from "../../harness.ts";
import type { Terminal } from "./terminal.ts";
import { openTerminal } from "./terminal.ts";

let two: TwoInstallations;
beforeAll(async () => {
  two = await startTwoInstallations();
}, 20_000);
afterAll(() => two[Symbol.asyncDispose]());

async function loggedIn(
  { service }: Installation,
  { token }: TestAccount,
): Promise<Terminal> {
  const terminal = await openTerminal();
  const login = ["login", service.baseUrl];
  const { code } = await terminal.run(login, { input: `${token}\n` });
  expect(code).toBe(0);
  return terminal;
}

const idIn = (text: string) => /cnv_\w+/.exec(text)?.[0] ?? "";

test("a terminal shows whether somebody elsewhere has got it, who says so, and what they answer", async () => {
  const { a, b, alice, bob } = two;
  await using ofAlice = await loggedIn(a, alice);
  await using ofBob = await loggedIn(b, bob);
  const asked = ["--title", "North", "--text", "Which way is north?"];
  const sent = await ofAlice.run(["send", "bob@b.example", ...asked]);
  const there = idIn(sent.out);
  const read = async (who: Terminal, id: string) =>
    (await who.run(["read", id])).out;
  expect(await read(ofAlice, there)).toContain(
    "bob@b.example (to, on its way to their service)\n",
  );
  await two.settle();
  expect(await read(ofAlice, there)).toContain("bob@b.example (to)\n");

  const listed = await ofBob.run(["inbox"]);
  const here = idIn(listed.out);
  expect(listed.out).toContain("alice@a.example  North");
  expect(await read(ofBob, here)).toContain(
    `alice@a.example (says ${a.service.baseUrl})\n  > Which way`,
  );
  await ofBob.run(["reply", here, "--text", "Up."]);
  await two.settle();
  expect((await ofAlice.run(["inbox"])).out).toContain(
    `+  ${there}  working         to bob@b.example  North`,
  );
  expect(await read(ofAlice, there)).toContain(
    `bob@b.example (says ${b.service.baseUrl})\n  > Up.`,
  );
});

test("a terminal says that a message was given up because the other service is silent", async () => {
  const { a, b, alice } = two;
  await using ofAlice = await loggedIn(a, alice);
  await b.service[Symbol.asyncDispose]();
  const asked = ["--title", "Lost", "--text", "Anybody there?"];
  const sent = await ofAlice.run(["send", "bob@b.example", ...asked]);
  for (let hour = 0; hour < 90; hour++) {
    await a.work();
    a.service.clock.advance(3_600_000);
  }
  const { out } = await ofAlice.run(["read", idIn(sent.out)]);
  expect(out).toContain(
    "(to, not delivered: Their service didn't answer. Send it again later, or reach them another way.)\nState         failed\n",
  );
});
