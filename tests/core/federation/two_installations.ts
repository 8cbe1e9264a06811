import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { RemoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import type { StartOptions, TestAccount, TestService } from "../../harness.ts";
import { json, startService } from "../../harness.ts";

/** One of two installations, whose loops run when a test says so. */
export interface Installation {
  readonly service: TestService;
  readonly domain: string;
  /** Hands over what is due, and asks for the tasks that are due. */
  work(): Promise<void>;
  /** Calls REST for an account; fails with what it says. */
  post(who: TestAccount, path: string, body: object): ReturnType<typeof json>;
  get(who: TestAccount, path: string): ReturnType<typeof json>;
}

/** Two installations that know where each other is. */
export interface TwoInstallations extends AsyncDisposable {
  readonly a: Installation;
  readonly b: Installation;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  /** Lets both work until what one said has come to the other. */
  settle(): Promise<void>;
}

/**
 * Starts a.example with Alice and b.example with Bob, each allowing the other.
 * @param more With settings by the domain, and a way to let their databases fail.
 */
export async function startTwoInstallations(
  env: Readonly<Record<string, string>> = {},
  {
    own = {},
    ...more
  }: Pick<StartOptions, "aroundDatabase"> & {
    readonly own?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  } = {},
): Promise<TwoInstallations> {
  const [portA, portB] = [freePort(), freePort()];
  const hosts = `a.example=http://localhost:${portA},b.example=http://localhost:${portB}`;
  const start = async (
    domain: string,
    port: number,
    other: string,
  ): Promise<Installation> => {
    const service = await startService({
      ...more,
      port,
      hostname: "localhost",
      env: {
        ADDRESS_DOMAIN: domain,
        ALLOW_LOOPBACK_FETCH: "true",
        FEDERATION: "allowlist",
        FEDERATION_HOSTS: hosts,
        ...env,
        ...own[domain],
      },
    });
    await service.operate(setDomainRule, { domain: other, rule: "allow" });
    const deliveries = new Deliveries(service.services, {
      writeTask: taskWriter(service.services),
    });
    const looks = new RemoteLooks(service.services);
    const call = async (who: TestAccount, path: string, more: object) => {
      const answer = await service.fetch(path, { token: who.token, ...more });
      const read = await json(answer);
      if (answer.status >= 300) throw new Error(JSON.stringify(read));
      return read;
    };
    return {
      service,
      domain,
      async work() {
        await deliveries.pass();
        await deliveries.idle();
        await looks.pass();
        await looks.idle();
        service.clock.advance(1_000);
      },
      post: (who, path, body) =>
        call(who, path, { method: "POST", json: body }),
      get: (who, path) => call(who, path, {}),
    };
  };
  const a = await start("a.example", portA, "b.example");
  const b = await start("b.example", portB, "a.example");
  return {
    a,
    b,
    alice: await a.service.addAccount("alice", { credit: "10.00" }),
    bob: await b.service.addAccount("bob", { credit: "10.00" }),
    async settle() {
      for (let round = 0; round < 8; round++) {
        await a.work();
        await b.work();
      }
    },
    async [Symbol.asyncDispose]() {
      await a.service[Symbol.asyncDispose]();
      await b.service[Symbol.asyncDispose]();
    },
  };
}

function freePort(): number {
  const socket = Bun.listen({
    hostname: "localhost",
    port: 0,
    socket: { data() {} },
  });
  socket.stop(true);
  return socket.port;
}
