/**
 * How does a process start, and how does it stop? `process/` opens all that it needs, `app.ts`
 * serves it. `start.ts` and `inbox.ts` are the two ways to get here: from the sources and as
 * one executable.
 * @module
 */
import type { AnyElysia } from "elysia";
import { taskWriter } from "./a2a/push/pushed_task.ts";
import { createApp, listen } from "./app.ts";
import type { OperatorChannel } from "./cli/operator_channel.ts";
import { startOperatorChannel } from "./cli/operator_channel.ts";
import type { Config } from "./config/config.ts";
import { readConfig } from "./config/config.ts";
import { LIMITS } from "./core/base/limits.ts";
import type { Loop } from "./core/base/loop.ts";
import { awaitServer } from "./core/db/hrana/await_server.ts";
import { DatabaseInUseError } from "./core/db/lock/lock.ts";
import { STOPPING } from "./core/events/bus.ts";
import { erasingLoop } from "./core/loops/account_erasing.ts";
import { deliveryLoop } from "./core/loops/deliver.ts";
import { domainRechecks } from "./core/loops/domain_rechecks.ts";
import { exportMaking } from "./core/loops/export_making.ts";
import { leased } from "./core/loops/lease.ts";
import { logWitnessing } from "./core/loops/log_witnessing.ts";
import { nodeFeedLoops, nodeFeedPruning } from "./core/loops/node_feed.ts";
import { remoteLooks } from "./core/loops/remote/remote_looks.ts";
import { sweeper } from "./core/loops/sweeper.ts";
import { upkeep } from "./core/loops/upkeep.ts";
import { wordWriting } from "./core/loops/word_writing.ts";
import type { Mailer } from "./core/mail/mailer.ts";
import { OPERATIONS } from "./core/operations/mod.ts";
import { EventStreams } from "./http/event_streams.ts";
import { backupsOf } from "./process/backup_keys.ts";
import { greeting } from "./process/greeting.ts";
import type { OpenServices } from "./process/open_services.ts";
import { logOf, openServices } from "./process/open_services.ts";
import type { SignIn } from "./process/open_sign_in.ts";
import { openSignIn, relayOf } from "./process/open_sign_in.ts";
import { leaveNote } from "./process/running_note.ts";
import { warnAtStart } from "./process/start_warnings.ts";
import { startChain } from "./rails/start_chain.ts";
import { webBundle } from "./web/bundle.ts";

/** A running process, and what it must release. */
interface Running {
  readonly services: OpenServices;
  readonly signIn: SignIn;
  readonly app: AnyElysia;
  readonly streams: EventStreams;
  readonly channel: OperatorChannel | undefined;
  /** Removes the note by which `svc` finds it. */
  readonly unnote: () => Promise<void>;
  readonly loops: readonly Loop[];
  /** The duties that one node does at a time. */
  readonly duties: ReturnType<typeof leased>;
  readonly relay: Mailer | undefined;
  /** How long it keeps serving before it stops. */
  readonly drainMs: number;
}

async function start(config: Config): Promise<Running> {
  const backups = backupsOf(config);
  const bundled = webBundle().catch((error: unknown) => error);
  const services = await openFreed(config);
  try {
    for (const it of config.misspelt) {
      services.log.info("setting.unknown", { ...it });
    }
    await warnAtStart(services, config);
    const chainLoops = await startChain(services);
    const signIn = await openSignIn(services, config);
    const streams = new EventStreams();
    const app = createApp(services, {
      auth: signIn.auth,
      streams,
      clientIpHeader: config.clientIpHeader,
      mailWebhookSecret: config.mailWebhookSecret,
      metricsToken: config.metricsToken,
      accessLog: config.accessLog,
    });
    const failed = await bundled;
    if (failed instanceof Error)
      services.log.error("web.bundle_failed", failed);
    listen(app, { port: config.port });
    const { operatorPath: path } = config;
    const channel =
      path === null
        ? undefined
        : await startOperatorChannel(services, {
            operations: OPERATIONS,
            path,
          });
    const unnote = await leaveNote(config);
    if (channel) services.readiness.watch("operator", channel.prove);
    const relay = relayOf(config);
    const duties = leased(services, [
      domainRechecks(services),
      exportMaking(services),
      remoteLooks(services),
      erasingLoop(services),
      wordWriting(services),
      ...sweeper(services, services.clockWatch),
      ...logWitnessing(services),
      ...upkeep(services, backups),
      ...nodeFeedPruning(services),
      ...chainLoops,
    ]);
    const loops = [
      ...duties.loops,
      ...nodeFeedLoops(services),
      deliveryLoop(services, {
        mailer: relay,
        writeTask: taskWriter(services),
      }),
    ];
    for (const loop of loops) loop.start();
    services.loopWatch.start();
    const { drainMs } = config;
    return {
      ...{ services, signIn, app, streams, channel, loops, duties, relay },
      ...{ unnote, drainMs },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/**
 * Opens the services. `svc` may hold the file for a moment, and a server may
 * start later: it waits for both.
 */
async function openFreed(config: Config): Promise<OpenServices> {
  if (config.databasePath === null) {
    await awaitServer(config.databaseUrl, logOf(config).info);
  }
  const giveUpAt = performance.now() + LIMITS.startWaitMs;
  for (;;) {
    try {
      return await openServices(config);
    } catch (error) {
      const isInUse = error instanceof DatabaseInUseError;
      if (!isInUse || performance.now() > giveUpAt) throw error;
      await Bun.sleep(LIMITS.operatorRetryMs);
    }
  }
}

/**
 * Lets proxies switch first; then accepts nothing more, finishes running calls,
 * and releases the database.
 */
async function stop(running: Running): Promise<void> {
  const { services, signIn, app, streams, channel, relay } = running;
  const { loops, duties, unnote, drainMs } = running;
  services.readiness.drain();
  if (drainMs > 0) await Bun.sleep(drainMs);
  const drained = app.server?.stop(false);
  streams.endAll();
  services.bus.publish(STOPPING);
  const done = Promise.all([drained, ...loops.map((it) => it.stop())]);
  await Promise.race([done, Bun.sleep(LIMITS.drainMs)]);
  await duties.giveBack().catch(() => {});
  await app.server?.stop(true);
  await Promise.all([channel?.stop(), unnote()]);
  relay?.close();
  signIn.close();
  await services.close();
}

/** Stops on the first signal, at once on the second. */
function stopOnSignals(running: Running): void {
  let isStopping = false;
  const onSignal = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    try {
      await stop(running);
      process.exit(0);
    } catch (error) {
      running.services.log.error("stop_failed", error);
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, onSignal);
  }
}

/** One sentence for any reason that prevented the start. */
function whyNot(error: unknown, port: string): string {
  if (!(error instanceof Error)) return `Cannot start: ${error}`;
  if ("code" in error && error.code === "EADDRINUSE") {
    return `Cannot start: port ${port} is in use, set PORT to another one`;
  }
  return error.message.split("\n")[0] ?? "";
}

async function main(): Promise<void> {
  let port = "";
  try {
    const config = readConfig();
    port = String(config.port);
    stopOnSignals(await start(config));
    process.stdout.write(greeting(config.baseUrl));
  } catch (error) {
    process.stderr.write(`${whyNot(error, port)}\n`);
    process.exit(1);
  }
}

// Only the owner can read the files written here: the signing key and the data.
process.umask(0o077);
/** Resolves once it is ready. A module with a top-level await cannot be cached as bytecode. */
export const started: Promise<void> = main();
