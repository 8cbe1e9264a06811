import { createClient } from "@libsql/client";
import { cpuSecondsOf } from "../process_stat.ts";
import { textOf } from "../world.ts";

/** What a server does with rows that have nothing around them: a bound for all that is built on it. */
export interface BareInserts {
  readonly perSecond: number;
  /** Processor time of the server for one, in microseconds. */
  readonly serverMicros: number;
}

const CREATE =
  "CREATE TABLE bare (id INTEGER PRIMARY KEY, words TEXT NOT NULL)";
const INSERT = "INSERT INTO bare (words) VALUES (?)";

/** Inserts rows through the official client: batch after batch, each one commit and one round trip. */
export async function measureBareInserts(
  server: { readonly url: string; readonly pid: number },
  rowsEach: number,
  durationMs: number,
): Promise<BareInserts> {
  const client = createClient({ url: server.url });
  try {
    await client.execute(CREATE);
    const before = cpuSecondsOf(server.pid) ?? 0;
    const startedAt = performance.now();
    let rows = 0;
    while (performance.now() - startedAt < durationMs) {
      const batch = Array.from({ length: rowsEach }, () => {
        rows += 1;
        return { sql: INSERT, args: [textOf(rows)] };
      });
      await client.batch(batch, "write");
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const spent = (cpuSecondsOf(server.pid) ?? 0) - before;
    return {
      perSecond: rows / seconds,
      serverMicros: (spent * 1_000_000) / rows,
    };
  } finally {
    client.close();
  }
}
