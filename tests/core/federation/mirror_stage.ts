import type { Static, TSchema } from "typebox";
import type { Caller } from "../../../src/core/access/context.ts";
import type { Command, Query } from "../../../src/core/access/operation.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { RemoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { StartOptions, TestAccount, TestService } from "../../harness.ts";
import { json, startService } from "../../harness.ts";

/** A service whose loops run when a test says so, with Alice in it. */
export interface MirrorStage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  /** Hands over all that is due, until nothing is left. */
  deliver(): Promise<void>;
  /** Asks for every task that is due. */
  look(): Promise<void>;
  /** Alice's first message to an agent's card; the id of the conversation. */
  write(card: string, more?: object): Promise<string>;
  reply(id: string, text: string): Promise<void>;
  /** The conversation as Alice reads it. */
  read(id: string): ReturnType<typeof json>;
  /** Deletes the keys of repeats, as time does. */
  forgetKeys(): Promise<void>;
  /** Calls an operation as Alice's person. */
  act<I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    input: Static<I>,
  ): Promise<Static<O>>;
}

export async function startMirrorStage({
  env = {},
  ...options
}: StartOptions = {}): Promise<MirrorStage> {
  const service = await startService({
    ...options,
    env: { ALLOW_LOOPBACK_FETCH: "true", ...env },
  });
  const alice = await service.addAccount("alice", { credit: "10.00" });
  const deliveries = new Deliveries(service.services);
  const looks = new RemoteLooks(service.services);
  const post = async (path: string, body: object) => {
    const token = alice.token;
    const answer = await service.fetch(path, {
      method: "POST",
      token,
      json: body,
    });
    const read = await json(answer);
    if (answer.status >= 300) throw new Error(JSON.stringify(read));
    return read;
  };
  return {
    service,
    alice,
    async deliver() {
      // A later message of one conversation waits a second for the earlier one.
      for (let round = 0; round < 3; round++) {
        await deliveries.pass();
        await deliveries.idle();
        service.clock.advance(1_000);
      }
    },
    async look() {
      await looks.pass();
      await looks.idle();
    },
    async write(card, more = {}) {
      const body = { to: card, text: "Write this.", submit: true, ...more };
      return (await post("/v1/conversations", body)).conversationId;
    },
    async reply(id, text) {
      await post(`/v1/conversations/${id}/messages`, { text });
    },
    async read(id) {
      const at = `/v1/conversations/${id}`;
      const answer = await service.fetch(at, { token: alice.token });
      return (await json(answer)).conversation;
    },
    async forgetKeys() {
      await service.services.db.commit([
        { sql: "delete from idempotency_keys", args: [] },
      ]);
    },
    async act(operation, input) {
      const { accountId } = alice;
      const caller: Caller = {
        principal: { kind: "person", accountId, scopes: null },
        via: "web",
        requestId: "test",
      };
      const { services } = service;
      return (await callOperation(services, operation, caller, input)).output;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
