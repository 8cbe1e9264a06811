import { Counter, Histogram } from "./series.ts";

/** A value with its labels, in the order of their names. */
export type Sample = readonly [value: number, ...labels: readonly string[]];

/** A figure that is read only on request. */
export type Gauge = () =>
  | Iterable<Sample>
  | number
  | undefined
  | Promise<Iterable<Sample> | number | undefined>;

interface Head {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

interface Measured {
  readonly head: Head;
  readonly text: () => string | Promise<string>;
}

/** One series for each combination of labels seen. */
export class Family<T> {
  readonly #make: (labels: readonly string[]) => T;
  readonly #seriesMax: number;
  readonly #all = new Map<string, readonly [T, readonly string[]]>();

  constructor(make: (labels: readonly string[]) => T, seriesMax: number) {
    this.#make = make;
    this.#seriesMax = seriesMax;
  }

  /** Labels are names from our own lists, never from a request. */
  of(...labels: readonly string[]): T {
    const key = labels.join("\n");
    const known = this.#all.get(key);
    if (known) return known[0];
    const fresh = this.#make(labels);
    // A last limit: series beyond it are not counted.
    if (this.#all.size < this.#seriesMax) {
      this.#all.set(key, [fresh, labels]);
    }
    return fresh;
  }

  all(): Iterable<readonly [T, readonly string[]]> {
    return this.#all.values();
  }
}

/** How much is measured, and how long a figure may be read. */
interface MetricsBounds {
  /** Series of one name. */
  readonly seriesMax: number;
  /** What it resolves to, or undefined if that takes too long. */
  readonly inTime: <T>(work: Promise<T>) => Promise<T | undefined>;
}

/** All metrics, in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  readonly #all = new Map<string, Measured>();
  readonly #bounds: MetricsBounds;

  constructor(bounds: MetricsBounds) {
    this.#bounds = bounds;
  }

  counter(
    name: string,
    help: string,
    labels: readonly string[] = [],
  ): Family<Counter> {
    const family = new Family(() => new Counter(), this.#bounds.seriesMax);
    this.#add({ name, type: "counter", help, labels }, () =>
      linesOf(family, ({ value }, own) => line(name, labels, own, value)),
    );
    return family;
  }

  histogram(
    name: string,
    help: string,
    {
      labels = [],
      bounds,
    }: {
      readonly labels?: readonly string[];
      readonly bounds: readonly number[];
    },
  ): Family<Histogram> {
    const family = new Family(
      () => new Histogram(bounds),
      this.#bounds.seriesMax,
    );
    const names = [...labels, "le"];
    this.#add({ name, type: "histogram", help, labels }, () =>
      linesOf(family, (series, own) =>
        [
          ...series
            .buckets()
            .map(([le, count]) =>
              line(`${name}_bucket`, names, [...own, le], count),
            ),
          line(`${name}_sum`, labels, own, series.sum),
          line(`${name}_count`, labels, own, series.count),
        ].join("\n"),
      ),
    );
    return family;
  }

  /** Reads a figure at each scrape; one that cannot be read in time is left out. */
  read(
    head: Omit<Head, "labels"> & { readonly labels?: readonly string[] },
    reading: Gauge,
  ): void {
    const { name, labels = [] } = head;
    this.#add({ ...head, labels }, async () => {
      const found = (await this.#readNow(reading)) ?? [];
      const samples = typeof found === "number" ? [[found] as const] : found;
      return [...samples]
        .map(([value, ...own]) => line(name, labels, own, value))
        .join("\n");
    });
  }

  /** Every name, and what it is. */
  heads(): readonly Head[] {
    return [...this.#all.values()].map(({ head }) => head);
  }

  async text(): Promise<string> {
    const parts = [...this.#all.values()].map(async ({ head, text }) => {
      const { name, type, help } = head;
      const lines = await text();
      if (lines === "") return "";
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines}\n`;
    });
    return (await Promise.all(parts)).join("");
  }

  async #readNow(reading: Gauge): Promise<Awaited<ReturnType<Gauge>>> {
    try {
      return await this.#bounds.inTime(Promise.try(reading));
    } catch {
      // A scrape shows what it can, most of all while something is broken.
      return undefined;
    }
  }

  #add(head: Head, text: Measured["text"]): void {
    this.#all.set(head.name, { head, text });
  }
}

function linesOf<T>(
  family: Family<T>,
  write: (series: T, labels: readonly string[]) => string,
): string {
  return [...family.all()]
    .map(([series, labels]) => write(series, labels))
    .join("\n");
}

function line(
  name: string,
  labels: readonly string[],
  values: readonly string[],
  value: number,
): string {
  const pairs = labels.map((it, at) => `${it}="${escaped(values[at] ?? "")}"`);
  const shown = pairs.length > 0 ? `{${pairs.join(",")}}` : "";
  return `${name}${shown} ${value}`;
}

function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n");
}
