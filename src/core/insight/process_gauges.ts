import { readdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Metrics } from "../../../packages/telemetry/src/metrics.ts";
import { cachesInUse } from "../base/cache.ts";

/** The facts behind the process gauges. */
interface ProcessFacts {
  readonly version: string;
  /** The embedded file; null for a libSQL server. */
  readonly databasePath: string | null;
}

/** Reads process, files, disk and caches at each scrape. */
export function watchProcess(
  metrics: Metrics,
  { version, databasePath }: ProcessFacts,
): void {
  const startedAt = Math.round(performance.timeOrigin / 1_000);
  const gauge = (name: string, help: string, reading: () => unknown) =>
    metrics.read({ name, help, type: "gauge" }, async () => {
      const value = await reading();
      return typeof value === "number" ? value : undefined;
    });
  metrics.read(
    {
      name: "svc_build_info",
      help: "The version that runs.",
      type: "gauge",
      labels: ["version"],
    },
    () => [[1, version]],
  );
  gauge(
    "process_start_time_seconds",
    "When the process started, in seconds since 1970.",
    () => startedAt,
  );
  gauge("process_resident_memory_bytes", "Resident memory.", () =>
    process.memoryUsage.rss(),
  );
  gauge("process_open_fds", "Open file descriptors.", async () => {
    return (await readdir("/proc/self/fd")).length;
  });
  metrics.read(
    {
      name: "process_cpu_seconds_total",
      help: "Time that the process had a processor.",
      type: "counter",
    },
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    },
  );
  watchCaches(metrics);
  if (databasePath === null) return;
  const sizeOf = async (path: string) => (await stat(path)).size;
  gauge("svc_database_file_bytes", "Size of the database file.", () =>
    sizeOf(databasePath),
  );
  gauge("svc_database_wal_bytes", "Size of its write-ahead log.", () =>
    sizeOf(`${databasePath}-wal`).catch(() => 0),
  );
  gauge("svc_disk_free_bytes", "What is left on its disk.", async () => {
    const { bavail, bsize } = await statfs(dirname(databasePath));
    return bavail * bsize;
  });
  gauge("svc_disk_size_bytes", "Size of its disk.", async () => {
    const { blocks, bsize } = await statfs(dirname(databasePath));
    return blocks * bsize;
  });
}

function watchCaches(metrics: Metrics): void {
  metrics.read(
    {
      name: "svc_cache_requests_total",
      help: "Looks into caches, by what was found.",
      type: "counter",
      labels: ["cache", "found"],
    },
    () =>
      [...cachesInUse()].flatMap(([name, { hits, misses }]) => [
        [hits, name, "yes"] as const,
        [misses, name, "no"] as const,
      ]),
  );
  metrics.read(
    {
      name: "svc_cache_weight_ratio",
      help: "How full caches are.",
      type: "gauge",
      labels: ["cache"],
    },
    () =>
      [...cachesInUse()].map(
        ([name, { weight, weightMax }]) => [weight / weightMax, name] as const,
      ),
  );
}
