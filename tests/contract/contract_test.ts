import { expect, test } from "bun:test";
import { dump, numbering } from "./dump.ts";
import { SCENARIOS } from "./scenarios.ts";
import type { WireName } from "./stage.ts";
import { startStage, WIRES } from "./stage.ts";

type Scenario = (typeof SCENARIOS)[number];

/** What a scenario gave and left behind, without what differs by chance. */
async function told(scenario: Scenario, name: WireName) {
  await using stage = await startStage(name);
  const gave = await scenario.run(stage);
  await stage.service.services.agents.idle();
  const rows = await dump(stage.service);
  expect(stage.service.logged).toEqual([]);
  return { gave: JSON.parse(numbering()(JSON.stringify(gave))), rows };
}

for (const scenario of SCENARIOS) {
  const [first = "rest", ...others] = scenario.over ?? WIRES;
  test(`${scenario.name}: alike over ${[first, ...others].join(", ")}`, async () => {
    const wanted = await told(scenario, first);
    for (const name of others) {
      const found = await told(scenario, name);
      expect({ wire: name, gave: found.gave }).toEqual({
        wire: name,
        gave: wanted.gave,
      });
      for (const [table, rows] of Object.entries(wanted.rows)) {
        expect({ table, rows: found.rows[table] }).toEqual({ table, rows });
      }
    }
  });
}
