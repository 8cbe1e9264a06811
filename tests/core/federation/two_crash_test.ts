import { expect, setDefaultTimeout } from "bun:test";
import { oneFile } from "../../../scripts/one_file.ts";
import { readConfig } from "../../../src/config/config.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { addAccount } from "../../../src/core/operations/add_account.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { testDirectory } from "../../directory.ts";
import { json } from "../../harness.ts";
import { createRandom } from "../../invariants/random.ts";
import { IS_PROOF, inProof } from "../../proof.ts";
import { linesOf } from "../db/fixture.ts";
import { freePort } from "../db/sqld.ts";
import type { InstallationOrder } from "./installation_child.ts";

setDefaultTimeout(1_800_000);

const SEED = Date.now();
/** Requests in each direction. */
const REQUESTS = 12;
/** How often both are read until they agree: a push or a look may be due in two hours. */
const LOOKS = 50_000;
/** Two minutes in a second: an attempt that failed is repeated soon. */
const SPEED = 120;
const CHILD = IS_PROOF
  ? await oneFile("tests/core/federation/installation_child.ts")
  : "";
const OPERATE = {
  principal: OPERATOR,
  via: "cli",
  requestId: "test",
} as const;

const UNREACHABLE = "card_unreachable";

class Refused extends Error {}

interface Installation {
  readonly name: string;
  readonly token: string;
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
  start(): void;
  kill(): Promise<void>;
  /** Calls REST until it answers, however often its process dies. */
  call(method: string, path: string, body?: object): ReturnType<typeof json>;
}

async function install(
  [domain, port]: readonly [string, number],
  [other]: readonly [string, number],
  order: Omit<InstallationOrder, "env" | "port"> & { readonly hosts: string },
) {
  const directory = await testDirectory("inbox-two-");
  const env = {
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: directory.databaseUrl,
    ADDRESS_DOMAIN: domain,
    ALLOW_LOOPBACK_FETCH: "true",
    FEDERATION: "allowlist",
    FEDERATION_HOSTS: order.hosts,
    RATE_LIMITS: "off",
    DEMO_PRICE: "0",
  };
  const services = await openServices(readConfig(env));
  const rule = { domain: other, rule: "allow" } as const;
  await callOperation(services, setDomainRule, OPERATE, rule);
  const name = domain === "a.example" ? "alice" : "bob";
  const person = { name, localPart: name };
  const { output } = await callOperation(services, addAccount, OPERATE, person);
  await services.close();
  let child: Bun.Subprocess | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  let calls = 0;
  const installation: Installation = {
    ...{ name, env, token: output.token, address: `${name}@${domain}` },
    start() {
      const given: InstallationOrder = { ...order, env, port };
      const begun = Bun.spawn(
        [process.execPath, CHILD, JSON.stringify(given)],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      child = begun;
      ready = linesOf(begun.stdout).next();
    },
    async kill() {
      child?.kill("SIGKILL");
      await child?.exited;
    },
    async call(method, path, body) {
      calls += 1;
      const headers = {
        authorization: `Bearer ${output.token}`,
        "idempotency-key": `${name}-${calls}`,
        "content-type": "application/json",
      };
      const sent = body && { body: JSON.stringify(body) };
      for (let tries = 0; tries < 4_000; tries++) {
        try {
          const url = env.BASE_URL + path;
          const answer = await fetch(url, { method, headers, ...sent });
          const said = await json(answer);
          if (answer.ok) return said;
          // The card of the recipient is at the one that is dead.
          const isPassing = answer.status >= 500 || said.code === UNREACHABLE;
          if (!isPassing) throw new Refused(JSON.stringify(said));
        } catch (error) {
          if (error instanceof Refused) throw error;
          // It is dead, or not there yet.
          await ready;
        }
      }
      throw new Error(`${env.BASE_URL} does not answer`);
    },
  };
  return {
    ...installation,
    async [Symbol.asyncDispose]() {
      await installation.kill();
      await directory.remove();
    },
  };
}

/** The conversations of an installation by their titles: their state and words. */
async function told({ call }: Installation) {
  const found: Record<string, { id: string; state: string; texts: string[] }> =
    {};
  for (const view of ["inbox", "sent", "archive"]) {
    const { conversations } = await call(
      "GET",
      `/v1/conversations?view=${view}&limit=100`,
    );
    for (const { title, conversationId: id } of conversations) {
      if (!/^[ab]\d/.test(title)) continue;
      const { state, messages } = await call("GET", `/v1/conversations/${id}`);
      const texts = messages.map((it: { text: string }) => it.text);
      found[title] = { id, state, texts };
    }
  }
  return found;
}

inProof(
  `two installations that are killed at random lose nothing, double nothing and agree in the end (seed ${SEED})`,
  async () => {
    const [at, to] = [
      ["a.example", freePort()],
      ["b.example", freePort()],
    ] as const;
    const hosts = [at, to]
      .map(([domain, port]) => `${domain}=http://localhost:${port}`)
      .join(",");
    const order = { began: Date.now(), speed: SPEED, hosts };
    await using a = await install(at, to, order);
    await using b = await install(to, at, order);
    const both = [a, b];
    for (const it of both) it.start();
    const random = createRandom(SEED);
    let kills = 0;
    const disturb = async () => {
      if (!random.chance(0.5)) return;
      const victim = both[kills++ % 2] ?? a;
      await victim.kill();
      victim.start();
    };
    /** Waits until the two say the same and it is so; what is sent meanwhile wakes both. */
    const agreed = async (
      isSo: (all: Awaited<ReturnType<typeof told>>) => boolean,
    ) => {
      for (let look = 0; ; look++) {
        const [here, there] = [await told(a), await told(b)];
        const plain = (all: typeof here) =>
          Object.entries(all)
            .map(([title, { state, texts }]) =>
              [title, state, ...texts].join("|"),
            )
            .toSorted();
        if (isSo(here) && Bun.deepEquals(plain(here), plain(there)))
          return here;
        if (look === LOOKS) expect(plain(there)).toEqual(plain(here));
      }
    };

    const titles = both.flatMap(({ name }) =>
      Array.from({ length: REQUESTS }, (_, n) => `${name.at(0)}${n}`),
    );
    for (const title of titles) {
      const [from, other] = title.startsWith("a") ? [a, b] : [b, a];
      const text = `${title} asks`;
      await from.call("POST", "/v1/conversations", {
        ...{ to: other.address, title, text, submit: true },
      });
      await disturb();
    }
    await agreed((all) => Object.keys(all).length === titles.length);
    const idsAt = async (it: Installation) => await told(it);
    const [atA, atB] = [await idsAt(a), await idsAt(b)];
    for (const title of titles) {
      const [asked, id] = title.startsWith("a")
        ? [b, atB[title]?.id]
        : [a, atA[title]?.id];
      const text = `${title} is answered`;
      await asked.call("POST", `/v1/conversations/${id}/messages`, { text });
      await disturb();
    }
    await agreed((all) =>
      Object.values(all).every((it) => it.texts.length === 2),
    );
    for (const [n, title] of titles.entries()) {
      const isOfA = title.startsWith("a");
      const [asker, asked] = isOfA ? [a, b] : [b, a];
      const [there, here] = isOfA ? [atA, atB] : [atB, atA];
      const ends = n % 2 === 0;
      await (ends
        ? asked.call(
            "POST",
            `/v1/conversations/${here[title]?.id}/complete`,
            {},
          )
        : asker.call("POST", `/v1/conversations/${there[title]?.id}/cancel`, {
            reason: "No longer needed",
          }));
      await disturb();
    }
    const ended = await agreed((all) =>
      Object.values(all).every(({ state }) =>
        ["completed", "canceled"].includes(state),
      ),
    );
    expect(kills).toBeGreaterThan(1);
    for (const [title, { texts }] of Object.entries(ended)) {
      expect(texts).toEqual([`${title} asks`, `${title} is answered`]);
    }
    for (const it of both) {
      await it.kill();
      const services = await openServices(readConfig(it.env));
      const { output } = await callOperation(
        services,
        verifyAudit,
        OPERATE,
        {},
      );
      expect(output).toMatchObject({ ok: true });
      await services.close();
    }
  },
);
