/** Where an attack goes, as whom, and what is there to be asked for. */
export interface Aim {
  readonly baseUrl: string;
  readonly token: string;
  /** The address of somebody who may be written to. */
  readonly to: string;
  /** A conversation with thousands of messages. */
  readonly long: string;
  /** One with as much text as there may be. */
  readonly heavy: string;
  /** One with hundreds of records, and the paths of its files. */
  readonly written: string;
  readonly files: readonly string[];
}

/** One request of an attack. */
export interface Shot {
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A load of requests sent at once, and the statuses that may answer them. */
export interface Barrage {
  readonly allowed: readonly number[];
  shots(aim: Aim): readonly Shot[];
}
