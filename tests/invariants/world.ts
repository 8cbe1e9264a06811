import type { Actor, TestCore } from "../core/core_harness.ts";
import { startCore } from "../core/core_harness.ts";
import { addNamed } from "./named.ts";
import type { Random } from "./random.ts";
import { createRandom } from "./random.ts";

/** Three accounts on one core, and what the test has seen of it so far. */
export interface World extends AsyncDisposable {
  readonly core: TestCore;
  readonly random: Random;
  readonly people: readonly [Actor, Actor, Actor];
  /** By account, an agent whose access names whom it pays and as what. */
  readonly named: ReadonlyMap<string, Actor>;
  /** Ids of what was made, in order; deleted drafts stay, to be asked for. */
  readonly made: string[];
  /** A word that no other message, file or comment has. */
  word(): string;
  /** One of what was made, more often a late one; now and then nonsense. */
  anyConversation(): string;
}

export async function createWorld(
  seed: number,
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  const core = await startCore(env);
  const random = createRandom(seed);
  const add = (name: string) => core.account(name, { credit: "500.00" });
  const people = [
    await add("alice"),
    await add("bob"),
    await add("carol"),
  ] as const;
  const named = new Map<string, Actor>();
  for (const [index, who] of people.entries()) {
    const payee = people[(index + 1) % people.length] ?? who;
    named.set(who.accountId, await addNamed(core, who, payee));
  }
  const made: string[] = [];
  let words = 0;
  return {
    core,
    random,
    people,
    named,
    made,
    word: () => `word${++words}x`,
    anyConversation() {
      if (made.length === 0 || random.chance(0.01)) return "cnv_unknown";
      const span = random.chance(0.8) ? Math.min(12, made.length) : made.length;
      return made[made.length - 1 - random.int(span)] ?? "cnv_unknown";
    },
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}
