/**
 * How does a process get all that it serves with? `open_services.ts` opens the store, the keys
 * and what the core needs, `open_sign_in.ts` the sign-in, `open_traces.ts` the traces;
 * `kept_server.ts` keeps the server as one file for the next start.
 * @module
 */
import { existsSync, statSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import { secretsOf } from "../config/secrets.ts";
import { Bodies } from "../core/access/bodies.ts";
import type { Core, Settings } from "../core/access/context.ts";
import { RateLimiter } from "../core/access/rate.ts";
import { Readiness } from "../core/access/readiness.ts";
import { Running } from "../core/access/running.ts";
import { Turns } from "../core/access/turns.ts";
import { seedServiceAgents } from "../core/agents/service_agents.ts";
import { draftOf } from "../core/backup/restore_file.ts";
import type { ExternalServices } from "../core/base/external_services.ts";
import { OUTSIDE } from "../core/base/external_services.ts";
import { createIds } from "../core/base/ids.ts";
import type { Signer } from "../core/base/keys.ts";
import { openSigner, signerWith } from "../core/base/keys.ts";
import { Locks } from "../core/base/locks.ts";
import { boundRoom } from "../core/conversations/acts/store/room_store.ts";
import type { BatchObserver } from "../core/db/commit.ts";
import type { Database } from "../core/db/database.ts";
import { openDatabase } from "../core/db/database.ts";
import type { ReadObserver } from "../core/db/observed_client.ts";
import { Bus } from "../core/events/bus.ts";
import { openSharedKeys } from "../core/identity/shared_keys.ts";
import { DiskRoom, goingOnFull } from "../core/insight/disk_room.ts";
import type { Log } from "../core/insight/log.ts";
import { createLog } from "../core/insight/log.ts";
import type { Measures } from "../core/insight/measures.ts";
import { createMeasures } from "../core/insight/measures.ts";
import { watchProcess } from "../core/insight/process_gauges.ts";
import { AgentRunner } from "../core/loops/agent_runner.ts";
import { ClockWatch } from "../core/loops/clock_watch.ts";
import { LoopWatch } from "../core/loops/loop_watch.ts";
import { followNodes } from "../core/loops/node_feed.ts";
import { watchService } from "../core/loops/service_gauges.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { OpenChain } from "../rails/open_chain.ts";
import { openChain } from "../rails/open_chain.ts";
import { openTraces } from "./open_traces.ts";

/** The open services of a process, and how to close them. */
export interface OpenServices extends Services {
  /** The running service agents; a test waits until they are idle. */
  readonly agents: AgentRunner;
  /** Logs when the event loop is late, once started. */
  readonly loopWatch: LoopWatch;
  /** Says whether the clock is trusted, so that deadlines may end things. */
  readonly clockWatch: ClockWatch;
  /** The chain of the rail, if one is configured. */
  readonly chain: OpenChain | undefined;
  /** Sends waiting spans, if traces are on. */
  flushTraces(): Promise<void>;
  close(): Promise<void>;
}

/** The parts of the outside world that a test may replace. */
export interface World {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly writeLog: (line: string) => void;
  readonly outside: Partial<ExternalServices>;
  /** Wraps the database of the core: a test makes a commit fail there. */
  readonly aroundDatabase: (db: Database) => Database;
}

const WORLD: World = {
  clock: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  writeLog: (line) => void process.stderr.write(`${line}\n`),
  outside: {},
  aroundDatabase: (db) => db,
};

/**
 * Opens database, signing key and everything else that the core needs.
 * @throws DatabaseInUseError if another process serves the file.
 */
export async function openServices(
  config: Config,
  world: Partial<World> = {},
): Promise<OpenServices> {
  const { clock, randomBytes, writeLog, outside, aroundDatabase } = {
    ...WORLD,
    ...world,
  };
  refuseHalf(config);
  const measures = createMeasures();
  const chain = await openChain(config.chainNode);
  const log = logOf(config, { clock, writeLog, measures });
  const opened = await openDatabase({
    url: config.databaseUrl,
    tell: log.info,
    observe: observerOf(measures),
    observeRead: readObserverOf(measures),
    node: { id: randomBytes(8).toHex(), clock },
    cacheBytes: config.cacheBytes,
    ...(config.databaseAuthToken !== undefined && {
      authToken: config.databaseAuthToken,
    }),
  });
  const room = new DiskRoom(clock, config.databasePath);
  const db = room.around(aroundDatabase(opened));
  try {
    await seed({ db, clock }, config).catch(goingOnFull(log));
    const traces = await openTraces(config.traces, {
      log,
      measures,
      randomBytes,
    });
    const running = new Running();
    const loopWatch = new LoopWatch(log, undefined, running, (seconds) =>
      measures.loopLag.of().observe(seconds),
    );
    const clockWatch = await ClockWatch.open({ db, clock, log });
    const services: Services = {
      settings: { ...settingsOf(config), chain: chain?.settings ?? null },
      db,
      signer: await signerFor({ db, randomBytes }, config),
      outside: {
        ...OUTSIDE,
        isLoopbackAllowed: config.isLoopbackAllowed,
        chain: chain?.rail ?? null,
        ...outside,
      },
      clock,
      newId: createIds(clock),
      randomBytes,
      bus: new Bus(),
      locks: new Locks(),
      log,
      lateness: () => loopWatch.recent(),
      clockDoubt: () => clockWatch.doubt(),
      rates: new RateLimiter(config.ratesPerMinute, db.follower !== null),
      readiness: new Readiness(db, clock, room),
      turns: new Turns(),
      bodies: new Bodies(clock, config.ratesPerMinute !== null),
      running,
      measures,
      tracer: traces?.tracer,
      inFlight: new Map(),
    };
    watchProcess(measures.metrics, {
      version: packageJson.version,
      databasePath: config.databasePath,
    });
    watchService(services);
    followNodes(services);
    const agents = new AgentRunner(services);
    const close = async () => {
      loopWatch.stop();
      await agents.stop();
      await traces?.flush();
      await db.close();
    };
    const flushTraces = async () => await traces?.flush();
    const own = { agents, loopWatch, clockWatch, chain };
    return { ...services, ...own, close, flushTraces };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Writes the initial rows of the database. */
async function seed(
  core: Pick<Core, "db" | "clock">,
  { accountFileBytesMax }: Config,
): Promise<void> {
  await seedServiceAgents(core);
  await boundRoom(core.db, accountFileBytesMax);
}

/**
 * Refuses an incomplete data directory. Keys are created after the database, so
 * keys next to an empty one belong to another.
 */
function refuseHalf({ databasePath, signingKeyPath }: Config): void {
  if (databasePath === null) return;
  const draft = draftOf(databasePath);
  if (!existsSync(databasePath) && existsSync(draft)) {
    throw new Error(
      `Cannot open ${databasePath}: a restore did not end, and left ${draft}. Restore again, or remove that file to begin anew`,
    );
  }
  if (!existsSync(signingKeyPath)) return;
  const names = [databasePath, `${databasePath}-wal`];
  const [bytes, logBytes = 0] = names.map(
    (it) => statSync(it, { throwIfNoEntry: false })?.size,
  );
  if (bytes !== 0 || logBytes > 0) return;
  throw new Error(
    `Cannot open ${databasePath}: it is empty, and the keys of a service lie beside it. Restore a backup, or remove the empty file to begin anew with these keys`,
  );
}

/** The log, which starts before the database, because a start may have much to log. */
export function logOf(
  config: Config,
  {
    clock,
    writeLog,
    measures,
  }: Pick<World, "clock" | "writeLog"> & {
    readonly measures?: Measures;
  } = WORLD,
): Log {
  return createLog(writeLog, {
    clock,
    level: config.logLevel,
    secrets: secretsOf(config),
    failed: (event) => measures?.failures.of(event).add(),
  });
}

/** Signs with the nodes' shared keys, or with those of this machine's files. */
async function signerFor(
  core: Pick<Services, "db" | "randomBytes">,
  config: Config,
): Promise<Signer> {
  const { authSecret: secret, authSecretBefore: before } = config;
  const keys = await openSharedKeys(core, { secret, before }, config);
  return keys ? await signerWith(keys) : await openSigner(config);
}

/** The part of the configuration that operations may read: nothing secret. */
function settingsOf(config: Config): Omit<Settings, "chain"> {
  const { listed, misspelt, baseUrl, addressDomain, unsubscribeAddress } =
    config;
  const { openingCredit, demoPrice, feeBps, dns, federation } = config;
  const { isSignUpOpen, accountFileBytesMax, operatorMail } = config;
  const { retention, quotas, replyDomain, relayName } = config;
  const { webhookPrivateNetworks, witnesses, verifyShare, rails } = config;
  const { agentAutoLimit, agentAutoDayLimit, agentAutoPayeeLimit } = config;
  return {
    listed,
    misspelt,
    baseUrl,
    addressDomain,
    unsubscribeAddress,
    replyDomain,
    relayName,
    openingCredit,
    demoPrice,
    feeBps,
    dns,
    federation,
    rails,
    agentAutoLimit,
    agentAutoDayLimit,
    agentAutoPayeeLimit,
    isSignUpOpen,
    accountFileBytesMax,
    operatorMail,
    retention,
    quotas,
    webhookPrivateNetworks,
    witnesses,
    verifyShare,
  };
}

/** `db.system.name` of the semantic conventions, which have no name for libSQL. */
const SYSTEM_NAME = "sqlite";

function readObserverOf({ statements }: Measures): ReadObserver {
  const seconds = statements.of(SYSTEM_NAME, "SELECT");
  return (took) => seconds.observe(took);
}

function observerOf(measures: Measures): BatchObserver {
  const seconds = measures.statements.of(SYSTEM_NAME, "COMMIT");
  const jobs = measures.commitJobs.of();
  const failures = measures.commitFailures.of();
  return (count, took, isFailed) => {
    jobs.observe(count);
    seconds.observe(took);
    if (isFailed) failures.add();
  };
}
