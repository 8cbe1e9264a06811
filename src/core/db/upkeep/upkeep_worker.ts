import { setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Failure } from "../failure.ts";
import { failureOf } from "../failure.ts";
import type { Copied, CopyOrder } from "./copy_file.ts";
import { copyFile } from "./copy_file.ts";
import type { IntegrityOrder } from "./integrity.ts";
import { checkIntegrity } from "./integrity.ts";

/** An order to the worker: one job, or its cancellation. */
export type UpkeepOrder =
  | ({ readonly kind: "copy" } & CopyOrder)
  | ({ readonly kind: "integrity" } & IntegrityOrder)
  | "stop";

/** Its outcome; plain data, to cross threads. */
export type UpkeepReply =
  | { readonly copied: Copied }
  | { readonly problems: readonly string[] }
  | { readonly failure: Failure };

declare const self: Worker;

/** Threads that answer requests go first. On Linux this affects only the thread. */
const PRIORITY = 10;

let isWanted = true;

self.onmessage = async ({ data }: MessageEvent<UpkeepOrder>) => {
  if (data === "stop") isWanted = false;
  else self.postMessage(await replyTo(data));
};

async function rest(ms: number): Promise<void> {
  await setTimeout(ms);
  if (!isWanted) throw new Error("it was stopped");
}

async function replyTo(
  order: Exclude<UpkeepOrder, "stop">,
): Promise<UpkeepReply> {
  try {
    if (process.platform === "linux") setPriority(0, PRIORITY);
    return order.kind === "copy"
      ? { copied: await copyFile(order, rest) }
      : { problems: await checkIntegrity(order, rest) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
