/** A message of JSON-RPC between a card and the host of its frame. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: Members;
  readonly error?: object;
}

export type Members = Readonly<Record<string, unknown>>;

/** True for an object with members. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

/** The object in a member; empty if there is none. */
export function memberOf(value: unknown, name: string): Members {
  const member = isMembers(value) ? value[name] : undefined;
  return isMembers(member) ? member : {};
}

const METHOD_NOT_FOUND = -32601;
/** Requests from a host that a card answers with an empty result. */
const ANSWERED: readonly unknown[] = ["ping", "ui/resource-teardown"];

const asked = new Map<unknown, (answer: Message) => void>();
let lastId = 0;

function post(message: Message): void {
  // The sandbox hides the host's origin; no message is secret from it.
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

/** Sends the host a notification. */
export function tellHost(method: string, params: Members = {}): void {
  post({ method, params });
}

/** Sends the host a request; undefined if it refused or failed. */
export async function askHost(
  method: string,
  params: Members,
): Promise<Members | undefined> {
  lastId += 1;
  const id = lastId;
  const answered = Promise.withResolvers<Message>();
  asked.set(id, answered.resolve);
  post({ id, method, params });
  const { result } = await answered.promise;
  asked.delete(id);
  return result?.isError === true ? undefined : result;
}

/** Handles the host's notifications by method, and answers its requests. */
export function answerHost(
  told: ReadonlyMap<unknown, (it: Members) => void>,
): void {
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    const { id, method, params = {} }: Message = data;
    if (method === undefined) asked.get(id)?.(data);
    else if (id === undefined) told.get(method)?.(params);
    else if (ANSWERED.includes(method)) post({ id, result: {} });
    else {
      const message = "Method not found";
      post({ id, error: { code: METHOD_NOT_FOUND, message } });
    }
  });
}
