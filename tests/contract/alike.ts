import { afterAll, expect } from "bun:test";
import type { TestService } from "../harness.ts";
import { dump, numbering } from "./dump.ts";
import type { Stage, WireName } from "./stage.ts";
import { stageIn, startStageService } from "./stage.ts";

/** A service that one story after the other is told in, over one wire. */
interface Told {
  readonly name: WireName;
  readonly service: TestService;
  /** Rows that earlier stories left. */
  readonly known: Set<string>;
}

/**
 * Tells stories over several wires, each in a service of its own, and compares what they
 * give and what they leave behind. A story is told among newcomers. The next story goes on in
 * the same services, so that sums and places have to be alike too; one that fails ends them.
 */
export function alikeOver(
  wires: readonly WireName[],
): (story: (stage: Stage) => Promise<unknown>) => Promise<void> {
  let places: readonly Told[] = [];
  let stories = 0;
  const end = async () => {
    for (const { service } of places) await service[Symbol.asyncDispose]();
    places = [];
  };
  afterAll(end);
  return async (story) => {
    stories += 1;
    if (places.length === 0) places = await Promise.all(wires.map(begin));
    try {
      const [first, ...others] = places;
      if (!first) throw new Error("Cannot tell a story: no wire is named");
      const wanted = await tell(first, story, `${stories}`);
      for (const other of others) {
        const found = await tell(other, story, `${stories}`);
        const wire = other.name;
        expect({ wire, gave: found.gave }).toEqual({ wire, gave: wanted.gave });
        for (const [table, rows] of Object.entries(wanted.rows)) {
          const there = { wire, table, rows: found.rows[table] };
          expect(there).toEqual({ wire, table, rows });
        }
      }
    } catch (error) {
      await end();
      throw error;
    }
  };
}

async function begin(name: WireName): Promise<Told> {
  const service = await startStageService();
  const known = new Set<string>();
  await dump(service, known);
  return { name, service, known };
}

/** The results of a story and the rows it left, without differences by chance. */
async function tell(
  { name, service, known }: Told,
  story: (stage: Stage) => Promise<unknown>,
  suffix: string,
) {
  const gave = await story(await stageIn(service, name, suffix));
  await service.services.agents.idle();
  const rows = await dump(service, known);
  expect(service.logged).toEqual([]);
  return { gave: JSON.parse(numbering()(JSON.stringify(gave))), rows };
}
