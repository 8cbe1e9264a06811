import { expect } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import type { Opened } from "../core/fixture.ts";
import type { Setting } from "./svc.ts";
import { svc } from "./svc.ts";

/** A finding of `svc doctor`. */
export interface Line {
  readonly name: string;
  readonly is: "ok" | "note" | "bad";
  readonly found: string;
  readonly fix?: string;
}

/** The findings of `svc doctor`, by the name of the check. */
export async function doctor(core: Setting) {
  const ran = await svc(core, "doctor", "--json");
  const { ok, checks }: { ok: boolean; checks: Line[] } = JSON.parse(ran.out);
  expect(ran.code).toBe(ok ? 0 : 1);
  return new Map(checks.map((it) => [it.name, it]));
}

/** Lets `svc` ask the service of a test. */
export async function operatorOf({ services, config }: Opened) {
  const path = config.operatorPath ?? "";
  const channel = await startOperatorChannel(services, {
    operations: OPERATIONS,
    path,
  });
  return { [Symbol.asyncDispose]: () => channel.stop() };
}
