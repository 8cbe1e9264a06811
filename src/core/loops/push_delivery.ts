import type { Caller } from "../access/context.ts";
import { SYSTEM } from "../access/principal.ts";
import type { Shares } from "../access/shared_slots.ts";
import { SharedSlots } from "../access/shared_slots.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedPost } from "../agents/remote/guarded_post.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import type { Push } from "../operations/compose_push.ts";
import { composePush, subscriptionOf } from "../operations/compose_push.ts";
import { settlePush } from "../operations/settle_push.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { encryptPush } from "../push/encrypt.ts";
import type { PushDevice, PushNotice } from "../push/push_store.ts";
import { pushStore } from "../push/push_store.ts";
import { vapidHeader } from "../push/vapid.ts";

const SHARES: Shares = {
  all: LIMITS.pushDevicesAtOnceMax,
  ofAccount: LIMITS.pushDevicesAtOnceOfAccount,
  ofHost: LIMITS.pushDevicesAtOnceOfHost,
  failing: LIMITS.pushDevicesAtOnceFailing,
};

type Stop = Pick<AbortSignal, "aborted">;

/**
 * Tells devices what is due: each device for itself, so that one that does not answer keeps
 * nobody else waiting. A notice is leased, sent and settled; if the process dies in between
 * it is sent once more when the lease ends, and takes the place of the first on the device.
 */
export class PushDelivery {
  readonly #services: Services;
  readonly #slots: SharedSlots;

  constructor(services: Services) {
    this.#services = services;
    this.#slots = new SharedSlots(SHARES, (error) =>
      services.log.error("push_delivery.failed", error),
    );
  }

  /** Begins with every device that has something to be told; it does not wait for them. */
  async pass(signal: Stop = { aborted: false }): Promise<void> {
    const { db, clock } = this.#services;
    for (const device of await pushStore(db).busy(clock())) {
      if (this.#slots.isFull) return;
      const { id, accountId, isFailing } = device;
      const host = () => this.#hostOf(device);
      this.#slots.begin({ id, accountId, host, isFailing }, () =>
        this.#work(id, signal),
      );
    }
  }

  /** One that cannot be read any more keeps no other waiting: composing it says so. */
  #hostOf(device: PushDevice): string {
    try {
      return new URL(subscriptionOf(this.#services, device).endpoint).host;
    } catch {
      return "";
    }
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await this.#slots.idle();
  }

  /** Tells one device some at a time, until nothing is due for it. */
  async #work(deviceId: string, signal: Stop): Promise<void> {
    const { db, clock, randomBytes } = this.#services;
    while (!signal.aborted) {
      const lease = randomBytes(16).toHex();
      const due = await pushStore(db).lease(deviceId, lease, clock());
      const told = due.map((it) => tell(this.#services, it, { lease, signal }));
      await Promise.all(told);
      if (due.length < LIMITS.pushAtOnceMax) return;
    }
  }
}

async function tell(
  services: Services,
  { id, accountId }: PushNotice,
  { lease, signal }: { readonly lease: string; readonly signal: Stop },
): Promise<void> {
  const requestId = `push-${services.randomBytes(8).toHex()}`;
  const caller: Caller = { principal: SYSTEM, via: "system", requestId };
  try {
    const composed = await callOperation(services, composePush, caller, {
      id,
      accountId,
      lease,
    });
    const { push } = composed.output;
    if (push === null) return;
    const status = await send(services, push);
    // A process that ends says nothing: it is sent once more when the lease is over.
    if (signal.aborted) return;
    const settled = { id, accountId, lease, status };
    const { output } = await callOperation(
      services,
      settlePush,
      caller,
      settled,
    );
    services.measures.pushes.of(output.outcome).add();
  } catch (error) {
    services.log.error("push_delivery.failed", error, requestId);
  }
}

/** The status that a push service answered with; null without an answer. */
async function send(services: Services, push: Push): Promise<number | null> {
  const { outside, signer, settings, clock, randomBytes } = services;
  const { to, text, topic, urgency, ttlSeconds } = push;
  const keys = {
    p256dh: Buffer.from(to.p256dh, "base64url"),
    auth: Buffer.from(to.auth, "base64url"),
  };
  const sender = { signer, baseUrl: settings.baseUrl, now: clock() };
  try {
    const url = parseForeignUrl(outside, to.endpoint);
    const { status } = await guardedPost(outside, {
      url,
      isPrivateAllowed: false,
      headers: {
        authorization: await vapidHeader(sender, url),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds),
        topic,
        urgency,
      },
      body: encryptPush(keys, text, randomBytes),
      answerBytesMax: LIMITS.pushAnswerBytesMax,
      signal: outside.deadline(LIMITS.pushAttemptMs),
    });
    return status;
  } catch {
    // Nothing of it is told: an address of a push service is a secret of its device.
    return null;
  }
}

/** The delivery to devices: looks for what is due every few seconds. */
export function pushDelivery(services: Services): Loop {
  const delivery = new PushDelivery(services);
  return new Loop({
    everyMs: LIMITS.pushPassMs,
    pass: (signal) => delivery.pass(signal),
    failed: (error) => services.log.error("push_delivery.failed", error),
  });
}
