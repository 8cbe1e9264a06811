import type { Config } from "./config.ts";
import { secretsOf } from "./config_secrets.ts";
import { RateLimiter } from "./core/access/rate.ts";
import { Running } from "./core/access/running.ts";
import { Turns } from "./core/access/turns.ts";
import { seedServiceAgents } from "./core/agents/service_agents.ts";
import type { ExternalServices } from "./core/base/external_services.ts";
import { OUTSIDE } from "./core/base/external_services.ts";
import { createIds } from "./core/base/ids.ts";
import { openSigner } from "./core/base/keys.ts";
import { Locks } from "./core/base/locks.ts";
import { createLog } from "./core/base/log.ts";
import type { Database } from "./core/db/database.ts";
import { openDatabase } from "./core/db/database.ts";
import { Bus } from "./core/events/bus.ts";
import { AgentRunner } from "./core/loops/agent_runner.ts";
import { ClockWatch } from "./core/loops/clock_watch.ts";
import { LoopWatch } from "./core/loops/loop_watch.ts";
import type { Services } from "./core/pipeline/call.ts";

/** What everything stands on, and how to let go of it. */
export interface OpenServices extends Services {
  /** The service's own agents at work; a test waits until they are idle. */
  readonly agents: AgentRunner;
  /** Says in the log when the event loop is late, once it is started. */
  readonly loopWatch: LoopWatch;
  /** Says whether what time ends may end. */
  readonly clockWatch: ClockWatch;
  close(): Promise<void>;
}

/** The parts of the outside world that a test may replace. */
export interface World {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly writeLog: (line: string) => void;
  readonly outside: Partial<ExternalServices>;
  /** Stands between the core and its database: a test lets a commit fail there. */
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
  const {
    listed,
    misspelt,
    baseUrl,
    addressDomain,
    unsubscribeAddress,
    operatorMail,
    openingCredit,
    feeBps,
    dns,
    agentAutoLimit,
    agentAutoDayLimit,
    agentAutoPayeeLimit,
    isLoopbackAllowed,
    isSignUpOpen,
    accountFileBytesMax,
  } = config;
  const opened = await openDatabase({
    url: config.databaseUrl,
    ...(config.databaseAuthToken !== undefined && {
      authToken: config.databaseAuthToken,
    }),
  });
  const db = aroundDatabase(opened);
  try {
    await seedServiceAgents({ db, clock });
    const log = createLog(writeLog, { clock, secrets: secretsOf(config) });
    const running = new Running();
    const loopWatch = new LoopWatch(log, undefined, running);
    const clockWatch = await ClockWatch.open({ db, clock, log });
    const services: Services = {
      settings: {
        listed,
        misspelt,
        baseUrl,
        addressDomain,
        unsubscribeAddress,
        operatorMail,
        openingCredit,
        feeBps,
        dns,
        agentAutoLimit,
        agentAutoDayLimit,
        agentAutoPayeeLimit,
        isSignUpOpen,
        accountFileBytesMax,
      },
      db,
      signer: await openSigner(config),
      outside: { ...OUTSIDE, isLoopbackAllowed, ...outside },
      clock,
      newId: createIds(clock),
      randomBytes,
      node: config.operatorPath === null ? randomBytes(8).toHex() : null,
      bus: new Bus(),
      locks: new Locks(),
      log,
      lateness: () => loopWatch.recent(),
      clockDoubt: () => clockWatch.doubt(),
      rates: new RateLimiter(config.ratesPerMinute),
      turns: new Turns(),
      running,
      inFlight: new Map(),
    };
    const agents = new AgentRunner(services);
    const close = async () => {
      loopWatch.stop();
      await agents.stop();
      await db.close();
    };
    return { ...services, agents, loopWatch, clockWatch, close };
  } catch (error) {
    await db.close();
    throw error;
  }
}
