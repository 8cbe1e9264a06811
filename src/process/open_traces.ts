import packageJson from "../../package.json" with { type: "json" };
import type { Tracer } from "../../packages/telemetry/src/tracer.ts";
import type { TraceSettings } from "../config/traces.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Log } from "../core/insight/log.ts";
import type { Measures } from "../core/insight/measures.ts";

/** Traces, if a collector is configured. */
export interface Traces {
  readonly tracer: Tracer;
  /** Sends what waits. */
  flush(): Promise<void>;
}

/** Connects to a collector; without one none of it is loaded. */
export async function openTraces(
  settings: TraceSettings | undefined,
  parts: {
    readonly log: Log;
    readonly measures: Measures;
    readonly randomBytes: (count: number) => Uint8Array;
  },
): Promise<Traces | undefined> {
  if (!settings) return undefined;
  const { OtlpExporter } = await import("../../packages/telemetry/src/otlp.ts");
  const { Tracer } = await import("../../packages/telemetry/src/tracer.ts");
  const { log, measures, randomBytes } = parts;
  // Reported as zero from the start: a rise does not show in a series that begins with it.
  const dropped = measures.spansDropped.of();
  const exporter = new OtlpExporter({
    ...settings,
    version: packageJson.version,
    failed: (error) => log.error("traces.not_sent", error),
    dropped: (count) => dropped.add(count),
    bounds: {
      waitingMax: LIMITS.spansWaitingMax,
      atOnce: LIMITS.spansAtOnce,
      passMs: LIMITS.spanPassMs,
      sendMs: LIMITS.spanSendMs,
    },
  });
  const tracer = new Tracer(randomBytes, settings.part, (span) =>
    exporter.take(span),
  );
  return { tracer, flush: () => exporter.flush() };
}
