import { expect, test } from "bun:test";
import { oneFile } from "../../../scripts/one_file.ts";
import { readConfig } from "../../../src/config/config.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { SenderName } from "../../../src/core/db/tables/data/delivery_schema.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { smtpMailer } from "../../../src/core/mail/mailer.ts";
import { addPushDevice } from "../../../src/core/operations/add_push_device.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { startRelay } from "../../mail/relay.ts";
import { startPushService } from "../../push_service.ts";
import { insertSession } from "../../sessions.ts";
import { CARD, serve } from "../agents/hostile_server.ts";
import type { Stage } from "../core_harness.ts";
import { START, send, startStage } from "../core_harness.ts";
import { settingsOfChild } from "../webhooks/killed.ts";
import { startReceiver, webhookOf } from "../webhooks/receiver.ts";

const CHILD = await oneFile("tests/core/delivery/delivery_child.ts");

/** The far side of one kind of delivery. */
interface FarSide extends AsyncDisposable {
  readonly smtpUrl: string;
  /** Something to deliver to it. */
  cause(core: Stage): Promise<unknown>;
  /** Resolves once it has a delivery whole; it answers nothing until `answer`. */
  holds(): { readonly arrived: Promise<void>; answer(): void };
  /** An identity of each delivery that came; a repeat has the same one. */
  came(): readonly unknown[];
}

/** What is fetched ends here, and is added once by its key. */
type Leaving = Exclude<SenderName, "fetch">;

const FAR_SIDES: Readonly<Record<Leaving, () => Promise<FarSide>>> = {
  async a2a() {
    const far = Promise.withResolvers<void>();
    let answered = Promise.resolve();
    const sent: unknown[] = [];
    const agent = serve(async (request) => {
      const url = `http://localhost:${agent.port}/a2a`;
      const spoken = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
      if (request.method === "GET") {
        const supportedInterfaces = [{ url, ...spoken }];
        return Response.json({ ...CARD, supportedInterfaces });
      }
      const { id, params } = Object(await request.json());
      sent.push(params.message.messageId);
      far.resolve();
      await answered;
      const task = { id: "one", status: { state: "TASK_STATE_WORKING" } };
      return Response.json({ jsonrpc: "2.0", id, result: { task } });
    });
    return {
      smtpUrl: "smtp://127.0.0.1:1",
      cause: async ({ alice }) =>
        await send(alice.asPerson(), {
          to: `http://localhost:${agent.port}/card.json`,
        }),
      holds() {
        const open = Promise.withResolvers<void>();
        answered = open.promise;
        return { arrived: far.promise, answer: open.resolve };
      },
      came: () => sent,
      [Symbol.asyncDispose]: async () => await agent[Symbol.asyncDispose](),
    };
  },
  async mail() {
    const relay = await startRelay();
    return {
      smtpUrl: relay.url,
      cause: async ({ alice }) =>
        await send(alice.asPerson(), { to: "eve@example.org" }),
      holds: () => relay.hold(),
      came: () => relay.mails.map(({ messageId }) => messageId),
      [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
    };
  },
  async webhook() {
    const receiver = startReceiver();
    return {
      smtpUrl: "smtp://127.0.0.1:1",
      async cause({ alice, bob }) {
        await webhookOf(bob.asPerson(), receiver, ["message.appended"]);
        await send(alice, { to: bob.address });
      },
      holds() {
        const { promise, resolve } = Promise.withResolvers<void>();
        const open = Promise.withResolvers<Response>();
        receiver.answer = () => {
          resolve();
          return open.promise;
        };
        const answer = () => {
          open.resolve(new Response());
          receiver.answer = () => new Response();
        };
        return { arrived: promise, answer };
      },
      came: () =>
        receiver.received.map(({ headers, body }) => [
          headers["webhook-id"],
          body,
        ]),
      [Symbol.asyncDispose]: async () => receiver[Symbol.dispose](),
    };
  },
  async push() {
    const push = startPushService();
    const far = Promise.withResolvers<void>();
    let answered = Promise.resolve();
    const topics: unknown[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch({ headers }) {
        topics.push(headers.get("topic"));
        far.resolve();
        await answered;
        return new Response(null, { status: 201 });
      },
    });
    const endpoint = `http://127.0.0.1:${server.port}/push/1`;
    return {
      smtpUrl: "smtp://127.0.0.1:1",
      async cause({ alice, bob, services }) {
        const { sessionId } = await insertSession(services, bob);
        const person = bob.asPerson().as({ sessionId });
        const device = { ...push.subscription, endpoint, name: "Phone" };
        await person.run(addPushDevice, device);
        await send(alice, { to: bob.address });
      },
      holds() {
        const open = Promise.withResolvers<void>();
        answered = open.promise;
        return { arrived: far.promise, answer: open.resolve };
      },
      came: () => topics,
      async [Symbol.asyncDispose]() {
        push[Symbol.dispose]();
        await server.stop(true);
      },
    };
  },
};

for (const kind of ["a2a", "mail", "push", "webhook"] as const) {
  test(`${kind}: killed between the claim and the outcome, it is sent once more, the same, and then no more`, async () => {
    await using core = await startStage({ ALLOW_LOOPBACK_FETCH: "true" });
    await using far = await FAR_SIDES[kind]();
    await far.cause(core);
    await core.services.agents.idle();
    await core.services.close();

    const { databaseUrl } = core.config;
    const { arrived, answer } = far.holds();
    const child = Bun.spawn(
      [process.execPath, CHILD, databaseUrl, `${START}`, far.smtpUrl],
      { stdin: "ignore", stdout: "inherit", stderr: "inherit" },
    );
    await arrived;
    child.kill("SIGKILL");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    answer();

    let now = START;
    const settings = readConfig(settingsOfChild(databaseUrl));
    const services = await openServices(settings, {
      clock: () => now,
      writeLog() {},
    });
    const from = "courier@example.org";
    const mailer = smtpMailer({ smtpUrl: far.smtpUrl, from });
    const deliveries = new Deliveries(services, { mailer });
    const deliver = async () => {
      await deliveries.pass();
      await deliveries.idle();
    };
    // As long as the lease lasts, whoever has it may still be at work.
    await deliver();
    expect(far.came()).toHaveLength(1);
    now += LIMITS.deliveryLeaseMs;
    await deliver();
    const [first, second] = far.came();
    expect(far.came()).toHaveLength(2);
    expect(second).toEqual(first);
    now += 3 * LIMITS.deliveryLeaseMs;
    await deliver();
    expect(far.came()).toHaveLength(2);
    mailer.close();
    await services.close();
  }, 60_000);
}
