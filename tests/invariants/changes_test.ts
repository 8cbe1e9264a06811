import { expect, test } from "bun:test";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { ACCOUNT_SETTINGS } from "../../src/core/events/setting_changes.ts";
import { DAY, START } from "../core/core_harness.ts";
import { sample } from "../proof.ts";
import { nextAct } from "./acts.ts";
import { ChangesCopy, everything } from "./changes_copy.ts";
import { SETTING_ACTS } from "./setting_acts.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

const STEPS = 500;

/** Somebody does something, or is refused. */
async function step(world: World): Promise<void> {
  const { random, people, core } = world;
  const act = random.chance(0.25) ? random.pick(SETTING_ACTS) : nextAct(world);
  const conversationId = world.anyConversation();
  const chosen = { actor: random.pick(people), conversationId };
  const trying = (await act.at?.(world, chosen)) ?? chosen;
  try {
    await act.run(world, trying.actor, trying.conversationId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  await core.services.agents.idle();
}

/** Each person has just signed in, however much time passes here. */
async function signIn({ core, people }: World): Promise<void> {
  const late = START + 1_000 * DAY;
  for (const who of people) {
    const { accountId, sessionId = "" } = who.asPerson().principal;
    await core.services.db.commit([
      {
        sql: "insert into auth_users (id, name, email, email_verified, created_at, updated_at) values (?, '', ?, 1, ?, ?)",
        args: [accountId, `${accountId}@mailbox.example`, START, START],
      },
      {
        sql: "insert into auth_sessions (id, expires_at, token, created_at, updated_at, user_id) values (?, ?, ?, ?, ?, ?)",
        args: [sessionId, late + DAY, sessionId, late, late, accountId],
      },
    ]);
  }
}

test.each(sample([15], [7, 15]))(
  "who was away ends equal to who never was, in any order of reading (seed %i)",
  async (seed) => {
    await using key = await operatorKeyFile();
    // Nothing here asks the chain's node.
    const chain = chainEnv("http://127.0.0.1:9", key.path);
    const rails = { RAIL: "ledger,x402", ...chain };
    await using world = await createWorld(seed, rails);
    const { random, people } = world;
    await signIn(world);
    for (let count = 0; count < 10; count++) await step(world);
    const copies = [];
    for (const agent of people) {
      // The person is told of every setting.
      const who = agent.asPerson();
      const [near, far, now] = [0, 1, 2].map(() => new ChangesCopy(who));
      if (!near || !far || !now) throw new Error("Expected three copies");
      for (const copy of [near, far, now]) await copy.begin(world);
      copies.push({ who, near, far, now });
    }
    for (let count = 0; count < STEPS; count++) {
      await step(world);
      for (const { near, now } of copies) {
        await near.sync({ limit: 100, backwards: false });
        if (!random.chance(0.1)) continue;
        // Something more happens between what it is told and what it reads.
        const meanwhile = () => step(world);
        await now.sync({ limit: 7, backwards: true, meanwhile });
      }
    }
    const moved = new Set<string>();
    for (const { who, near, far, now } of copies) {
      const { has } = await everything(world, who);
      for (const [name, value] of has.settings) {
        if (!Bun.deepEquals(value, far.has.settings.get(name))) moved.add(name);
      }
      await near.sync({ limit: 100, backwards: false });
      await now.sync({ limit: 100, backwards: false });
      await far.sync({ limit: 3, backwards: seed % 2 === 0 });
      for (const copy of [near, far, now]) {
        expect(copy.has.conversations).toEqual(has.conversations);
        expect(copy.has.contacts).toEqual(has.contacts);
        expect(copy.has.payments).toEqual(has.payments);
        expect(copy.has.settings).toEqual(has.settings);
      }
    }
    // In the meantime there is no sign-in or sign-out.
    const settings = Object.keys(ACCOUNT_SETTINGS);
    expect([...moved, "sign_in"].toSorted()).toEqual(settings.toSorted());
    expect(world.made.length).toBeGreaterThan(20);
  },
);
