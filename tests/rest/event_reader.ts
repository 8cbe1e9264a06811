import { Value } from "typebox/value";
import {
  CONVERSATION_EVENTS,
  INBOX_EVENTS,
} from "../../src/core/streams/event_schemas.ts";
import type { TestRequest, TestService } from "../harness.ts";

/** One block of an event stream, as the HTML standard parses it. */
export interface Block {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retry?: string;
  readonly comment?: string;
}

/**
 * Reads an event stream block by block, each event held against its schema; ends it when it
 * is disposed of.
 */
export class EventReader implements AsyncDisposable {
  readonly response: Response;
  readonly #abort: AbortController;
  readonly #blocks: AsyncGenerator<Block>;
  readonly #isOfInbox: boolean;

  private constructor(
    response: Response,
    abort: AbortController,
    isOfInbox: boolean,
  ) {
    this.response = response;
    this.#abort = abort;
    this.#blocks = blocksOf(response);
    this.#isOfInbox = isOfInbox;
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
    return new EventReader(response, abort, path.startsWith("/v1/events"));
  }

  /** The next block of any kind, nothing once the stream has ended. */
  async next(): Promise<Block | undefined> {
    const { done, value } = await this.#blocks.next();
    if (done) return undefined;
    if (value.event !== undefined) this.#check(value.event, value.data);
    return value;
  }

  /** @throws if the service says an event otherwise than its description has it */
  #check(event: string, data: Block["data"]): void {
    const events = this.#isOfInbox ? INBOX_EVENTS : CONVERSATION_EVENTS;
    const schema = Object.entries(events).find(([name]) => name === event)?.[1];
    if (!schema) throw new Error(`No schema for the event ${event}`);
    const [wrong] = Value.Errors(schema, data);
    if (!wrong) return;
    throw new Error(`${event}${wrong.instancePath}: ${wrong.message}`);
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
