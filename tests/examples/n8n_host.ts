/** Stands in for n8n, as far as a node of it calls its host. */
import { join } from "node:path";

type Data = Record<string, unknown>;

interface Credentials {
  readonly authenticate: {
    readonly properties: { readonly headers: Record<string, string> };
  };
  readonly test: {
    readonly request: { readonly baseURL: string; readonly url: string };
  };
}

interface Item {
  readonly json: Data;
}

interface Hooks {
  checkExists(): Promise<boolean>;
  create(): Promise<boolean>;
  delete(): Promise<boolean>;
}

interface Action {
  execute(): Promise<Item[][]>;
}

interface Trigger {
  readonly webhookMethods: { readonly default: Hooks };
  webhook(): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>;
}

/** A request of a node, as n8n's helper takes it. */
interface HttpRequest {
  readonly method: string;
  readonly baseURL: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The classes of the package in a folder: its sources, or what was built of them. */
export async function loadNodes(folder: string, ending: "ts" | "js") {
  const load = async (path: string) =>
    await import(join(folder, `${path}.${ending}`));
  const { ConversationInboxApi } = await load(
    "credentials/ConversationInboxApi.credentials",
  );
  const { ConversationInbox } = await load(
    "nodes/ConversationInbox/ConversationInbox.node",
  );
  const { ConversationInboxTrigger } = await load(
    "nodes/ConversationInboxTrigger/ConversationInboxTrigger.node",
  );
  return {
    credentials: new ConversationInboxApi() as Credentials,
    action: new ConversationInbox() as Action,
    trigger: new ConversationInboxTrigger() as Trigger,
  };
}

export type Nodes = Awaited<ReturnType<typeof loadNodes>>;

/** A workflow with one credential. */
export class Workflow {
  readonly #nodes: Nodes;
  readonly #filled: Readonly<Record<string, string>>;
  /** What n8n keeps for the trigger between runs. */
  readonly kept: Data = {};

  constructor(nodes: Nodes, filled: { url: string; token: string }) {
    this.#nodes = nodes;
    this.#filled = filled;
  }

  /** Presses the test of the credential. */
  async testCredential(): Promise<number> {
    const { baseURL, url } = this.#nodes.credentials.test.request;
    return (await this.#fetch({ method: "GET", baseURL, url })).status;
  }

  /** Runs the action for one item. */
  async run(parameters: Data, executionId = "1"): Promise<Data> {
    const context = {
      ...this.#shared(parameters),
      getInputData: () => [{ json: {} }],
      getExecutionId: () => executionId,
      evaluateExpression: () => 0,
      continueOnFail: () => false,
    };
    const [[item] = []] = await this.#nodes.action.execute.call(context);
    return item?.json ?? {};
  }

  /** Activates or deactivates the workflow with its trigger at a URL. */
  async hook(name: keyof Hooks, url: string, events: readonly string[]) {
    const context = {
      ...this.#shared({ events }),
      getNodeWebhookUrl: () => url,
    };
    return await this.#nodes.trigger.webhookMethods.default[name].call(context);
  }

  /** What the trigger starts the workflow with; the status of its answer if it refuses. */
  async receive(request: Request): Promise<Data | number | undefined> {
    const rawBody = Buffer.from(await request.arrayBuffer());
    let status = 200;
    const context = {
      ...this.#shared({}),
      getHeaderData: () => Object.fromEntries(request.headers),
      getBodyData: () => JSON.parse(rawBody.toString()),
      getRequestObject: () => ({ rawBody }),
      getResponseObject: () => ({
        status: (code: number) => {
          status = code;
          return { end() {} };
        },
      }),
    };
    const started = await this.#nodes.trigger.webhook.call(context);
    if (started.noWebhookResponse) return status;
    return started.workflowData?.[0]?.[0]?.json;
  }

  #shared(parameters: Data) {
    return {
      getNode: () => ({ id: "node-1", name: "Inbox", type: "inbox" }),
      getNodeParameter: (name: string, _index?: number, other: unknown = "") =>
        parameters[name] ?? other,
      getCredentials: async () => this.#filled,
      getWorkflowStaticData: () => this.kept,
      helpers: {
        httpRequestWithAuthentication: async (_: string, it: HttpRequest) => {
          const answer = await this.#fetch(it);
          const text = await answer.text();
          if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
          return text === "" ? {} : JSON.parse(text);
        },
        returnJsonArray: (items: readonly Data[]) =>
          items.map((json) => ({ json })),
      },
    };
  }

  async #fetch({ method, baseURL, url, body, headers }: HttpRequest) {
    const said = (text: string) =>
      text
        .replace(/^=/, "")
        .replace(/\{\{\$credentials\.(\w+)\}\}/g, (_, name) =>
          String(this.#filled[name]),
        );
    const own = this.#nodes.credentials.authenticate.properties.headers;
    return await fetch(`${said(baseURL)}${url}`, {
      method,
      headers: {
        ...Object.fromEntries(
          Object.entries(own).map(([name, it]) => [name, said(it)]),
        ),
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}
