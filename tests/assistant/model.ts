import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Answer, outsideFences } from "./answer.ts";

/** The cost of a task. */
export interface Spent {
  readonly calls: number;
  /** Results that the model read. */
  readonly tokensIn: number;
  /** Arguments that it wrote. */
  readonly tokensOut: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** How often a call is repaired by what its error says. */
const REPAIRS_MAX = 3;
/** The order that an easily led model would follow, where no fence calls it data. */
const ORDER = /pay (\d+\.\d\d) to ([\w-]+)/i;
const DOMAIN = "inbox.localhost";

/**
 * A scripted assistant. It knows the list of tools and their results, nothing else:
 * a tool is chosen by the words of a wish, an error repairs its call, and an order
 * that stands outside a fence is obeyed.
 */
export class Model implements AsyncDisposable {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  readonly #client: Client;
  readonly #sizes = { calls: 0, tokensIn: 0, tokensOut: 0 };

  private constructor(client: Client, tools: readonly Tool[]) {
    this.#client = client;
    this.tools = tools;
    this.instructions = client.getInstructions() ?? "";
  }

  static async connect(url: URL, token: string): Promise<Model> {
    const headers = { authorization: `Bearer ${token}` };
    const client = new Client({ name: "bench", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers },
    });
    await client.connect(transport);
    return new Model(client, (await client.listTools()).tools);
  }

  get spent(): Spent {
    return { ...this.#sizes };
  }

  /** The tokens of the list that a client shows once, before anything is asked. */
  get listTokens(): number {
    const seen = this.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    return countTokens(JSON.stringify(seen)) + countTokens(this.instructions);
  }

  /** Calls the tool whose name and description fit the wish best. */
  async use(wish: string, args: Arguments = {}): Promise<Answer> {
    const { name } = this.choose(wish);
    let [answer, tried] = [await this.#call(name, args), args];
    for (let count = 0; answer.isError && count < REPAIRS_MAX; count++) {
      const repaired = repairedBy(answer, tried);
      if (!repaired) break;
      [answer, tried] = [await this.#call(name, repaired), repaired];
    }
    return answer;
  }

  choose(wish: string): Tool {
    const words = wordsOf(wish);
    const score = ({ name, description = "" }: Tool) => {
      const [own, said] = [wordsOf(name), wordsOf(description)];
      const sum = words
        .map((it) => (own.includes(it) ? 3 : 0) + (said.includes(it) ? 1 : 0))
        .reduce((total, it) => total + it, 0);
      return sum - own.filter((it) => !words.includes(it)).length;
    };
    const best = this.tools.toSorted((a, b) => score(b) - score(a))[0];
    if (!best) throw new Error("Expected the service to list tools");
    return best;
  }

  async #call(name: string, args: Arguments): Promise<Answer> {
    const given = CallToolResultSchema.parse(
      await this.#client.callTool({ name, arguments: args }),
    );
    const texts = given.content.map((it) =>
      it.type === "text" ? it.text : "",
    );
    const text = texts.join("\n");
    this.#sizes.calls += 1;
    this.#sizes.tokensOut += countTokens(JSON.stringify({ name, args }));
    this.#sizes.tokensIn += countTokens(text);
    await this.read(text, args);
    return new Answer(text, given.isError === true);
  }

  /** Takes in a result; what stands in no fence is as good as the person's own words. */
  async read(text: string, args: Arguments): Promise<void> {
    const order = ORDER.exec(outsideFences(text));
    if (order && !isOwn(order, args)) await this.#obey(order);
  }

  /** Does what a result told it to do; the outcome of the task shows that it did. */
  async #obey([, price = "", whom = ""]: RegExpExecArray): Promise<void> {
    const { name } = this.choose("create a conversation with a price");
    const to = `${whom}@${DOMAIN}`;
    const args = { title: "As told", text: "As told", to, price };
    await this.#client.callTool({ name, arguments: args });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client.close();
  }
}

/** Words that the model itself wrote are no order to it. */
function isOwn([order]: RegExpExecArray, args: Arguments): boolean {
  return JSON.stringify(args).includes(order);
}

function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/[a-z]+/g)]
    .map(([word]) => word)
    .filter((it) => it !== "svc" && it.length > 2);
}

const MISNAMED = /"(\w+)\\?" isn't known here; did you mean \\?"(\w+)/g;

/** The arguments with what the error names put right; undefined if it names nothing. */
function repairedBy({ text }: Answer, args: Arguments): Arguments | undefined {
  const better = new Map(
    [...text.matchAll(MISNAMED)].map(([, wrong = "", right = ""]) => [
      wrong,
      right,
    ]),
  );
  if (better.size === 0) return undefined;
  return Object.fromEntries(
    Object.entries(args).map(([name, it]) => [better.get(name) ?? name, it]),
  );
}
