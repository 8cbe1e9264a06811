import type { InArgs, InStatement, ResultSet } from "@libsql/client";
import { LimitedClient } from "./limited_client.ts";

/** Hears how long each read took, whatever came of it. */
export type ReadObserver = (seconds: number) => void;

/** A read side whose reads are measured. */
export class ObservedClient extends LimitedClient {
  protected readonly purpose = "on the read side";
  readonly #inner: LimitedClient;
  readonly #observe: ReadObserver;

  constructor(inner: LimitedClient, observe: ReadObserver) {
    super();
    this.#inner = inner;
    this.#observe = observe;
  }

  get protocol(): string {
    return this.#inner.protocol;
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const startedAt = performance.now();
    return this.#told(startedAt, this.#inner.execute(statement, args));
  }

  override batch(
    statements: (InStatement | [string, InArgs?])[],
  ): Promise<ResultSet[]> {
    const startedAt = performance.now();
    return this.#told(startedAt, this.#inner.batch(statements));
  }

  close(): void {
    this.#inner.close();
  }

  reconnect(): void {
    this.#inner.reconnect();
  }

  #told<T>(startedAt: number, read: Promise<T>): Promise<T> {
    const tell = () => this.#observe((performance.now() - startedAt) / 1_000);
    void read.then(tell, tell);
    return read;
  }
}
