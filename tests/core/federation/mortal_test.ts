import { expect, setDefaultTimeout } from "bun:test";
import { emptyDirectory } from "../../directory.ts";
import { START } from "../../harness.ts";
import type { Random } from "../../invariants/random.ts";
import { createRandom } from "../../invariants/random.ts";
import { inProof } from "../../proof.ts";
import { freePort } from "../db/sqld.ts";
import { sharedClock } from "./mortal_child.ts";
import type { Death, Read, Side } from "./mortal_side.ts";
import { startSide } from "./mortal_side.ts";

setDefaultTimeout(400_000);
const ACTS = 120;
/** How often each side dies at a commit. */
const DEATHS = 15;
const LAST_COMMIT = 30;
/** The looks at both sides until they agree: some minutes apart at first, then hours. */
const LOOKS = 50;

/** The words that somebody was told to be sent. */
interface Said {
  readonly by: Side;
  readonly title: string;
  readonly text: string;
}

/** What happened between the two. */
class Day {
  readonly said: Said[] = [];
  readonly opened: { by: Side; title: string }[] = [];
  readonly #sides: readonly [Side, Side];

  constructor(sides: readonly [Side, Side]) {
    this.#sides = sides;
  }

  other(side: Side): Side {
    const [a, b] = this.#sides;
    return side === a ? b : a;
  }

  /** Does one thing at one side; several are on their way at once. */
  async act(random: Random, by: Side, n: number): Promise<void> {
    const text = `words ${n}.`;
    const what = random.pick([
      "open",
      "say",
      "say",
      "say",
      "cancel",
      "complete",
    ]);
    if (what === "open" || this.opened.length < 3) {
      const title = `t${n}`;
      const to = this.other(by).address;
      await by.post("/v1/conversations", { to, title, text, submit: true });
      this.opened.push({ by, title });
      this.said.push({ by, title, text });
      return;
    }
    const isOwn = ({ conversation: { title } }: Read) =>
      this.opened.some((it) => it.by === by && it.title === title);
    const all = (await by.all()).filter((it) =>
      what === "say"
        ? isTest(it)
        : isTest(it) && isOwn(it) === (what === "cancel"),
    );
    const found = random.maybe(all);
    if (!found) return;
    const path = `/v1/conversations/${found.conversationId}`;
    if (what !== "say") {
      const body = what === "cancel" ? { reason: text } : {};
      await by.post(`${path}/${what}`, body);
    } else if (await by.post(`${path}/messages`, { text })) {
      this.said.push({ by, title: found.conversation.title, text });
    }
  }

  /** All that is lost or doubled, and on which the two do not agree. */
  async wrong(): Promise<readonly string[]> {
    const [a, b] = this.#sides;
    const read = new Map([
      [a, await a.all()] as const,
      [b, await b.all()] as const,
    ]);
    const at = (side: Side, title: string) =>
      (read.get(side) ?? []).filter((it) => it.conversation.title === title);
    const wrong: string[] = [];
    for (const { by, title, text } of this.said) {
      const there = at(this.other(by), title);
      const times = there.flatMap(({ messages }) =>
        messages.filter((it) => it.text === text),
      ).length;
      // A cancel may overtake words that are on their way.
      const isOff = [...there, ...at(by, title)].some(
        ({ state }) => state === "canceled",
      );
      if (times !== 1 && !(isOff && times === 0)) {
        wrong.push(`"${text}" of ${title} is there ${times} times`);
      }
    }
    for (const { by, title } of this.opened) {
      const own = at(by, title)[0];
      const there = at(this.other(by), title);
      const { remote } = own?.conversation.participants[1] ?? {};
      if (there.length > 1 && own?.state === "completed") continue; // A follow-up.
      const isSame = there.length === 1 && there[0]?.state === own?.state;
      const isOff = own?.state === "canceled" && there.length === 0;
      if (!isSame && !isOff && !remote?.endedOtherwise) {
        wrong.push(`${title}: ${own?.state}, ${there.map((it) => it.state)}`);
      }
    }
    return wrong;
  }
}

const isTest = ({ conversation: { title } }: Read) => /^t\d+$/.test(title);

inProof(
  "two installations that die at any commit while both write lose nothing, double nothing and agree",
  async () => {
    const seed = Number(Bun.env.SEED ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const clockPath = `${await emptyDirectory("inbox-clock-")}/clock`;
    await Bun.write(clockPath, new Float64Array([START]));
    const time = sharedClock(clockPath);
    const now = () => time[0] ?? 0;
    const pass = (ms: number) => {
      time[0] = now() + ms;
    };
    const [portA, portB] = [freePort(), freePort()];
    const hosts = `a.example=http://localhost:${portA},b.example=http://localhost:${portB}`;
    const stage = { hosts, clockPath, now };
    let isOver = false;
    const mortal = () => {
      let left = DEATHS;
      return (): Death | undefined => {
        left -= 1;
        if (isOver || left < 0) return undefined;
        const isBefore = random.chance(0.5);
        return { diesAt: 1 + random.int(LAST_COMMIT), isBefore };
      };
    };
    const ofA = { domain: "a.example", other: "b.example", name: "alice" };
    const ofB = { domain: "b.example", other: "a.example", name: "bob" };
    await using a = await startSide(stage, { ...ofA, port: portA }, mortal());
    await using b = await startSide(stage, { ...ofB, port: portB }, mortal());
    const ticking = setInterval(() => pass(1_000), 10);
    const day = new Day([a, b]);
    for (let n = 0; n < ACTS; n += 2) {
      if (random.chance(0.1)) random.pick([a, b]).kill();
      await Promise.all([day.act(random, a, n), day.act(random, b, n + 1)]);
    }
    isOver = true;
    let wrong: readonly string[] = [];
    for (let look = 0; look < LOOKS; look++) {
      wrong = await day.wrong();
      if (wrong.length === 0) break;
      pass(look < LOOKS / 2 ? 600_000 : 6_000_000);
    }
    clearInterval(ticking);
    expect([seed, ...wrong]).toEqual([seed]);
    expect(a.deaths + b.deaths).toBeGreaterThan(DEATHS);
    expect([await a.faults(), await b.faults()]).toEqual([[], []]);
  },
);
