/** One installation as a process that dies when it is told to: see mortal_test.ts. */
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { createApp, listen } from "../../../src/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { RemoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import { EventStreams } from "../../../src/http/event_streams.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { openSignIn } from "../../../src/process/open_sign_in.ts";

/** The child's orders. */
export interface MortalOrder {
  readonly env: Readonly<Record<string, string>>;
  /** The file of the clock that all processes share: milliseconds as one double. */
  readonly clockPath: string;
  /** The commit that is its last, before it or behind it; none at 0. */
  readonly diesAt: number;
  readonly isBefore: boolean;
}

/** The shared clock of a test's processes. */
export function sharedClock(path: string): Float64Array {
  const { buffer, byteOffset } = Bun.mmap(path, { shared: true });
  return new Float64Array(buffer, byteOffset, 1);
}

const PASS_MS = 10;

/** A database whose commit of that number kills the process. */
function mortal({ diesAt, isBefore }: MortalOrder): (db: Database) => Database {
  let left = diesAt;
  const die = () => process.kill(process.pid, "SIGKILL");
  return (db) => ({
    ...db,
    async commit(statements) {
      left -= 1;
      if (left === 0 && isBefore) die();
      const isLast = left === 0;
      await db.commit(statements);
      if (isLast) die();
    },
  });
}

if (import.meta.main) {
  const order: MortalOrder = JSON.parse(process.argv[2] ?? "{}");
  const time = sharedClock(order.clockPath);
  const config = readConfig(order.env);
  const services = await openServices(config, {
    clock: () => time[0] ?? 0,
    aroundDatabase: mortal(order),
    writeLog: (line) => void process.stderr.write(`${line}\n`),
  });
  const { auth } = await openSignIn(services, config, {
    async send() {},
    close() {},
  });
  const app = createApp(services, {
    ...{ auth, streams: new EventStreams() },
    clientIpHeader: config.clientIpHeader,
    mailWebhookSecret: config.mailWebhookSecret,
    metricsToken: config.metricsToken,
    accessLog: config.accessLog,
  });
  listen(app, { port: config.port, hostname: "127.0.0.1" });
  const deliveries = new Deliveries(services, {
    writeTask: taskWriter(services),
  });
  const looks = new RemoteLooks(services);
  setInterval(() => {
    void deliveries.pass();
    void looks.pass();
  }, PASS_MS);
  process.stdout.write("ready\n");
}
