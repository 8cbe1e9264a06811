import type { Composed } from "../core/core_harness.ts";
import { DAY } from "../core/core_harness.ts";
import { sample } from "../proof.ts";
import type { World } from "./world.ts";

const OUTSIDERS = ["eve@example.org", "fay@example.org"] as const;
const WRONG_ADDRESSES = ["", "nobody", "a@b", "x@inbox.localhost@"] as const;

function recipients(world: World): Composed {
  const { random, people } = world;
  const named = [
    ...people.map(({ address }) => address),
    ...OUTSIDERS,
    "hello@inbox.localhost",
    // A draft to nobody gets no price: most drafts are to be sent.
    ...(random.chance(0.1) ? ["nobodyhere@inbox.localhost"] : []),
  ];
  if (random.chance(0.03)) return { to: random.pick(WRONG_ADDRESSES) };
  return {
    to: random.some(named, 0.4),
    cc: random.some(named, 0.15),
    bcc: random.some(named, 0.2),
  };
}

const IN_STEPS = [
  { title: "Start", amount: "1", release: "accepted" as const },
  { title: "Draft", amount: "0.50" },
  { title: "End", amount: "0.000001" },
];

function terms({ random }: World): Composed {
  const price = random.pick([
    {},
    {},
    {},
    { price: "1.50" },
    { milestones: IN_STEPS },
    { price: { amountAtomic: "1" } },
    { price: "12" },
    { price: "400" },
    { price: "99999" },
    { price: "-1" },
  ]);
  const release = random.pick<Composed>([
    {},
    {},
    { release: "accepted" },
    { release: "replied" },
    { release: "converted", releaseAction: "call back" },
    { release: "converted", releaseAction: { type: "artifact" } },
    {
      release: "converted",
      releaseAction: { type: "url_visit", url: "https://example.org/" },
    },
    { release: "converted" },
  ]);
  return { ...price, ...release };
}

/** Each day's walk is short: more of them would leave other things unmet. */
const EVERY = sample(8, 10);

/** Every so many have deadlines, by their number. */
function deadlines({ core, made }: World): Composed {
  const at = (days: number) =>
    new Date(core.services.clock() + days * DAY).toISOString();
  const some: readonly Composed[] = [
    { deliverWithin: "PT1H" },
    { acceptWithin: "P1D", deliverWithin: "P6D" },
    { deliverBy: at(5) },
    { acceptBy: at(3), deliverWithin: "P20D" },
    { acceptWithin: "PT1H" },
    { deliverBy: at(40), deliverWithin: "P1D" },
    { deliverBy: at(95) },
  ];
  const { length } = made;
  if (length === 0 || length % EVERY !== 0) return {};
  return some[(length / EVERY) % some.length] ?? {};
}

/** A small file, now and then one that can run. */
export function file(world: World) {
  const name = `${world.word()}.${world.random.chance(0.05) ? "exe" : "txt"}`;
  return { name, mimeType: "text/plain", bytes: "YQ==" };
}

/** Now and then a price between two, with the third as arbiter. */
function contract({ random, people }: World): Composed | undefined {
  if (!random.chance(0.08)) return undefined;
  const first = random.int(people.length);
  const [to, arbiter] = [people[first], people[(first + 1) % people.length]];
  return {
    ...{ to: to?.address ?? "", arbiter: arbiter?.address ?? null },
    ...{ price: random.pick(["1.50", "2"]), release: "accepted" as const },
  };
}

/** Something to send, mostly as it should be. */
export function composed(world: World): Composed {
  const { random } = world;
  return {
    ...(contract(world) ?? {
      ...recipients(world),
      ...terms(world),
      ...deadlines(world),
    }),
    ...(random.chance(0.95) && { text: world.word() }),
    ...(random.chance(0.5) && { title: world.word() }),
    ...(random.chance(0.15) && { artifacts: [file(world)] }),
    ...(random.chance(0.02) && { fromAddress: "bob@inbox.localhost" }),
    ...(random.chance(0.2) && { contactType: "clients" }),
  };
}
