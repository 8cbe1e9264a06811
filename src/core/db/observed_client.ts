import type { InArgs, InStatement, ResultSet } from "@libsql/client";
import { LimitedClient } from "./limited_client.ts";

/** Notified of the duration of each read, whatever its outcome. */
export type ReadObserver = (seconds: number) => void;

/** A read side whose reads are measured. */
export class ObservedClient extends LimitedClient {
  readonly #inner: LimitedClient;
  readonly #observe: ReadObserver;

  constructor(inner: LimitedClient, observe: ReadObserver) {
    super();
    this.#inner = inner;
    this.#observe = observe;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const startedAt = performance.now();
    const tell = () => this.#observe((performance.now() - startedAt) / 1_000);
    const read = this.#inner.execute(statement, args);
    void read.then(tell, tell);
    return read;
  }

  override close(): void {
    this.#inner.close();
  }
}
