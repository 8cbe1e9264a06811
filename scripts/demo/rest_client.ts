import { Mismatch } from "./stage.ts";

/** The members of a conversation that the demo reads. */
export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly messages: readonly { readonly text: string }[];
  readonly payment: Payment;
}

export interface Payment {
  readonly status: string;
  readonly price: { readonly amount: string };
  readonly receipt?: { readonly receiptId: string; readonly jws: string };
}

/** Calls REST as one account: plain fetch and a bearer token. */
export interface RestClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  /** An open event stream. */
  stream(path: string): Promise<ReadableStream<Uint8Array>>;
}

export function restClient(baseUrl: string, token?: string): RestClient {
  const authorization = { ...(token && { authorization: `Bearer ${token}` }) };
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...authorization, ...init.headers };
    const response = await fetch(baseUrl + path, { ...init, headers });
    if (response.ok) return response;
    throw new Mismatch(
      `${init.method} ${path} was answered ${response.status}: ${await response.text()}`,
    );
  }
  return {
    get: async (path) => await (await send(path, { method: "GET" })).json(),
    async post(path, body) {
      const response = await send(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await response.json();
    },
    async stream(path) {
      const headers = { accept: "text/event-stream" };
      const { body } = await send(path, { method: "GET", headers });
      if (!body) throw new Mismatch(`GET ${path} has no body`);
      return body;
    },
  };
}
