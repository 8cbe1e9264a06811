import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cosignedAt, readNoteKey } from "../../packages/verify/src/notes.ts";
import { svc } from "../../src/cli/from_sources.ts";
import { readWitnesses } from "../../src/config/witnesses.ts";
import { archiveKeys } from "../../src/core/audit/log/archive_part.ts";
import { LogWitnessing } from "../../src/core/loops/log_witnessing.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { getAuditLog } from "../../src/core/operations/get_audit_log.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Stage } from "../core/core_harness.ts";
import { send, startStage } from "../core/core_harness.ts";
import { emptyDirectory } from "../directory.ts";

/** `svc witness` for one log, until it is disposed of. */
async function startWitness(folder: string, name: string, log: string) {
  const ending = new AbortController();
  const ready = Promise.withResolvers<string>();
  let complaint = "";
  const args = ["--name", name, "--log", log, "--listen", "0"];
  const code = svc(["witness", folder, ...args], {
    env: {},
    out: ready.resolve,
    err: (text) => {
      complaint += text;
    },
    signal: ending.signal,
  });
  void code.then(() => ready.reject(new Error(complaint)));
  const said = await ready.promise;
  const [key = ""] = said.split("\n");
  const [, port] = /port (\d+)/.exec(said) ?? [];
  return {
    key,
    setting: `${key} http://localhost:${port}/witness`,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await code;
    },
  };
}

/** A service as a start with this setting makes it. */
function withSetting(core: Stage, LOG_WITNESSES: string) {
  const witnesses = readWitnesses({ LOG_WITNESSES });
  const settings = { ...core.services.settings, witnesses };
  const services = { ...core.services, settings };
  const loop = new LogWitnessing(services);
  return {
    async grow() {
      const { alice, bob } = core;
      await send(alice, { to: [bob.address], title: "More" });
      await signHeads(services);
      await loop.pass();
    },
    async witnesses() {
      const { principal } = core.alice;
      const caller = { principal, requestId: "req_test", via: "rest" } as const;
      const { output } = await callOperation(services, getAuditLog, caller, {});
      return output;
    },
  };
}

const logKeyOf = async ({ services }: Stage) =>
  (await archiveKeys(services)).log;

test("two services witness each other's logs, and a witness that was stopped goes on from the log that it signed", async () => {
  const folder = await emptyDirectory("inbox-witness-");
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const open = (host: string) =>
    startStage({ ALLOW_LOOPBACK_FETCH: "true", BASE_URL: `https://${host}` });
  const a = stack.use(await open("a.example"));
  const b = stack.use(await open("b.example"));
  const witnessOf = async (host: string, other: Stage) =>
    startWitness(join(folder, host), `${host}/witness`, await logKeyOf(other));
  const atA = stack.use(await witnessOf("a.example", b));
  let atB = await witnessOf("b.example", a);
  for (const [core, { setting, key }] of [
    [a, atB],
    [b, atA],
  ] as const) {
    const service = withSetting(core, setting);
    await service.grow();
    await service.grow();
    const { size, note, witnesses } = await service.witnesses();
    expect(witnesses).toMatchObject([{ key, size, problem: null }]);
    expect(await cosignedAt(note, readNoteKey(key))).toBeNumber();
  }
  const { key } = atB;
  await atB[Symbol.asyncDispose]();
  atB = stack.use(await witnessOf("b.example", a));
  expect(atB.key).toBe(key);
  const again = withSetting(a, atB.setting);
  await again.grow();
  expect((await again.witnesses()).witnesses).toMatchObject([
    { problem: null },
  ]);
  // One witness has one process, whatever port another would have.
  await expect(witnessOf("b.example", b)).rejects.toThrow(
    "Another process is the witness",
  );
});

test("a witness says what is wrong with its name and its logs", async () => {
  const folder = await emptyDirectory("inbox-witness-");
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const core = stack.use(await startStage());
  const log = await logKeyOf(core);
  await expect(startWitness(folder, "a name", log)).rejects.toThrow("--name");
  await expect(startWitness(folder, "w.example", "log+1+A")).rejects.toThrow(
    "--log",
  );
});
