import { callMethod, callTool, getRequest, REST } from "../wires.ts";
import { at } from "../world.ts";
import type { Filled } from "./fill.ts";

/** The bytes of the nth request about what is in a file. */
export type Request = (filled: Filled, n: number) => string;

const VIEWS = ["inbox", "sent", "drafts", "archive", "needs_you", "payments"];
const V1 = "/v1/conversations";

const get =
  (query: string): Request =>
  ({ token }) =>
    getRequest(`${V1}${query}`, token);

const getPath =
  (path: string): Request =>
  ({ token }) =>
    getRequest(path, token);

/** A cursor in the middle of everything, as the service makes them. */
function deep(query: string): Request {
  return ({ token, middle }) => {
    const cursor = Buffer.from(`${middle}.cnv_`).toString("base64url");
    return getRequest(`${V1}?${query}&cursor=${cursor}`, token);
  };
}

const append =
  (conversationOf: (filled: Filled, n: number) => string): Request =>
  (filled, n) =>
    REST.append({
      token: filled.token,
      conversationId: conversationOf(filled, n),
      text: "one more",
      n,
    });

const ofLong =
  (query: string): Request =>
  ({ token, long }) =>
    getRequest(`${V1}/${long}${query}`, token);

/** Conversations that are read again and again. */
const FEW = 40;

/** A word of one conversation of the account, which begins no other word. */
function lastOf({ size }: Filled): string {
  return `number${size - (size % 5) - 5}`;
}

/** What an account asks all day. */
export const ASKED: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(
    VIEWS.map((view) => [`list ${view}`, get(`?view=${view}&fields=summary`)]),
  ),
  "list everything": get("?fields=summary"),
  "list inbox, whole": get("?view=inbox"),
  "a deep page of the inbox": deep("view=inbox&fields=summary"),
  "search, one hit": (filled) =>
    getRequest(`${V1}?q=${lastOf(filled)}&fields=summary`, filled.token),
  "search, every message": get("?q=request&fields=summary"),
  "search, no hit": get("?q=zebra&fields=summary"),
  counts: get("/counts"),
  read: (filled, n) =>
    getRequest(`${V1}/${at(filled.some, n % FEW)}`, filled.token),
  append: append(({ some }, n) => at(some, n % FEW)),
  "read of the long thread": ofLong(""),
  "append to the long thread": append(({ long }) => long),
};

/** The most that one request of each kind may ask for. */
export const WORST: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(
    VIEWS.map((view) => [`list ${view}`, get(`?view=${view}&limit=100`)]),
  ),
  "list everything": get("?limit=100"),
  "a state that none has": get("?state=failed&limit=100"),
  "a context that none has": get("?contextId=ctx_none&limit=100"),
  "a deep page": deep("limit=100"),
  "search, a beginning": get("?q=number20&limit=100"),
  "search, every message": get("?q=request&limit=100"),
  "search, beginning of every word": get("?q=n&limit=100"),
  "search, no hit": get(`?q=${"z".repeat(200)}`),
  counts: get("/counts"),
  digest: getPath("/v1/digest"),
  payments: getPath("/v1/payments?limit=100"),
  "statement as CSV": getPath("/v1/payments?format=csv"),
  contacts: getPath("/v1/contacts?limit=100"),
  directory: getPath("/v1/agents?query=a&limit=50"),
  "tasks over A2A": ({ token }, n) =>
    callMethod(token, n, "ListTasks", { pageSize: 100 }),
  "conversations over MCP": ({ token }, n) =>
    callTool(token, n, "svc.list_conversations", {
      limit: 100,
      detail: "full",
    }),
  "read of the long thread": ofLong(""),
  "read of the long thread, with its records": ofLong("?includeAudit=true"),
  "records of the long thread": ofLong("/audit?limit=1000"),
  "append to the long thread": append(({ long }) => long),
};
