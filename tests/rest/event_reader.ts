import type { TestRequest, TestService } from "../harness.ts";

/** One block of an event stream, as the HTML standard parses it. */
export interface Block {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retry?: string;
  readonly comment?: string;
}

/** Reads an event stream block by block; ends it when it is disposed of. */
export class EventReader implements AsyncDisposable {
  readonly response: Response;
  readonly #abort: AbortController;
  readonly #blocks: AsyncGenerator<Block>;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.#blocks = blocksOf(response);
  }

  static async open(
    service: TestService,
    path: string,
    request: TestRequest,
  ): Promise<EventReader> {
    const abort = new AbortController();
    const response = await service.fetch(path, {
      ...request,
      headers: { accept: "text/event-stream", ...request.headers },
      signal: abort.signal,
    });
    return new EventReader(response, abort);
  }

  /** The next block of any kind, nothing once the stream has ended. */
  async next(): Promise<Block | undefined> {
    const { done, value } = await this.#blocks.next();
    return done ? undefined : value;
  }

  /** The next block that is an event. */
  async event(): Promise<Block> {
    for (;;) {
      const block = await this.next();
      if (!block) throw new Error("The stream ended before the next event");
      if (block.event !== undefined) return block;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#blocks.return(undefined).catch(() => undefined);
  }
}

async function* blocksOf(response: Response): AsyncGenerator<Block> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield blockOf(block);
  }
}

function blockOf(text: string): Block {
  const fields: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (name in fields) throw new Error(`A second line ${name} in one event`);
    fields[name || "comment"] = value;
  }
  const { data, ...others } = fields;
  return { ...others, ...(data !== undefined && { data: JSON.parse(data) }) };
}
