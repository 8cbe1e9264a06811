import { Family } from "../../../packages/telemetry/src/metrics.ts";
import type {
  SpanShape,
  Tracer,
} from "../../../packages/telemetry/src/tracer.ts";
import type { Caller } from "../access/context.ts";
import type { Operation } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Measures } from "../insight/measures.ts";

/** The observers of calls from all interfaces. */
export interface Observing {
  readonly measures: Measures;
  /** Absent if traces are off. */
  readonly tracer?: Tracer | undefined;
}

const SHAPES = new Family<SpanShape>(
  ([name = "", wire = ""]) => ({
    name,
    attributes: { "svc.operation": name, "svc.wire": wire },
  }),
  LIMITS.metricSeriesMax,
);

/** Runs a call, measures its time and outcome, and traces it. */
export async function measured<T>(
  { measures: { operations, outcomes }, tracer }: Observing,
  { name }: Operation,
  caller: Caller,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const { via, trace: parent } = caller;
  const span = tracer?.start(SHAPES.of(name, via), { parent });
  const startedAt = performance.now();
  let code = "ok";
  try {
    return await work(span ? { ...caller, trace: span.context } : caller);
  } catch (error) {
    code = error instanceof ServiceError ? error.code : "internal";
    throw error;
  } finally {
    operations.of(name, via).observe((performance.now() - startedAt) / 1_000);
    outcomes.of(name, via, code).add();
    span?.end({ errorType: code === "ok" ? undefined : code });
  }
}
