import { witnessNameIn } from "../../packages/verify/src/witness.ts";
import type { Witness } from "../core/access/context.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const NAME = "LOG_WITNESSES";

/** Reads the witnesses of the log; none by default. */
export function readWitnesses(env: Env): readonly Witness[] {
  const pairs = setting(env, NAME)?.split(",") ?? [];
  const witnesses = pairs.map((pair) => readWitness(pair.trim()));
  const keys = new Set(witnesses.map(({ key }) => key));
  if (keys.size < pairs.length || keys.size > LIMITS.witnessesMax) {
    throw wrong(NAME, `${LIMITS.witnessesMax} different witnesses at most`);
  }
  return witnesses;
}

function readWitness(pair: string): Witness {
  const [key = "", address = "", ...more] = pair.split(/\s+/);
  const name = witnessNameIn(key);
  const url = URL.parse(address);
  const isFit =
    url !== null &&
    more.length === 0 &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === "";
  if (name !== undefined && isFit) {
    return { name, key, url: url.href.replace(/\/$/, "") };
  }
  const wanted =
    "for each witness its Ed25519 key for cosignatures (one for ML-DSA is not taken) and its address, such as `witness.example+1a2b3c4d+BA… https://witness.example`";
  throw wrong(NAME, wanted);
}
