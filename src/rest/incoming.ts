/** The parts of a request that REST reads; Elysia's context has all of them. */
export interface Incoming {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The token that was sent, if one was. */
  readonly bearer: string | undefined;
  readonly requestId: string;
}
