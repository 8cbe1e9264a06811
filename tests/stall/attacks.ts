import type { Barrage } from "./aim.ts";
import { BODIES } from "./bodies.ts";
import { FILES } from "./files.ts";
import { READS } from "./reads.ts";
import { WIRES } from "./wires.ts";

/** The worst that one account can send, of each kind. */
export const ATTACKS: Readonly<Record<string, Barrage>> = {
  ...BODIES,
  ...FILES,
  ...READS,
  ...WIRES,
};
