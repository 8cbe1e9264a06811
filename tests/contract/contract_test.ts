import { describe, test } from "bun:test";
import { alikeOver } from "./alike.ts";
import { SCENARIOS } from "./scenarios.ts";
import type { WireName } from "./stage.ts";
import { WIRES } from "./stage.ts";

const over = ({ over }: { readonly over?: readonly WireName[] }) =>
  over ?? WIRES;
const BY_WIRES = Map.groupBy(SCENARIOS, (it) => over(it).join(", "));

for (const [names, scenarios] of BY_WIRES) {
  describe(`alike over ${names}`, () => {
    const alike = alikeOver(scenarios.slice(0, 1).flatMap(over));
    for (const { name, run } of scenarios) test(name, () => alike(run));
  });
}
