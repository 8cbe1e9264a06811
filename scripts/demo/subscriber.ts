import type { RestClient } from "./rest_client.ts";
import { heard, Mismatch } from "./stage.ts";

/** The parts of a conversation's event (docs/events.md) that the demo reads. */
export interface Heard {
  readonly name: string;
  readonly data: {
    readonly from?: string | null;
    readonly state?: string;
    readonly previousStatus?: string;
    readonly payment?: {
      readonly status: string;
      readonly price: { readonly amount: string };
    };
    readonly message?: {
      readonly text: string;
      readonly author: { readonly displayName: string };
    };
  };
}

type Wanted = (event: Heard) => boolean;

const WAIT_MS = 10_000;

/** Listens to a conversation and prints each event at once. */
export class Subscriber {
  readonly #events: Heard[] = [];
  #wake: () => void = () => {};
  #ended = false;

  /** Everything since the conversation began, then new events. */
  static async open(rest: RestClient, id: string): Promise<Subscriber> {
    const path = `/v1/conversations/${id}/subscribe?after=0`;
    const subscriber = new Subscriber();
    void subscriber.#listen(await rest.stream(path));
    return subscriber;
  }

  /**
   * Waits until such an event has come.
   * @throws Mismatch if it does not come in time.
   */
  async until(what: string, wanted: Wanted): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Mismatch(`The subscriber heard of no ${what}`)),
      WAIT_MS,
    );
    try {
      while (!this.#events.some(wanted)) {
        if (this.#ended) throw new Mismatch(`The stream ended before ${what}`);
        const next = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await Promise.race([next, late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const event of eventsOf(stream)) {
        this.#events.push(event);
        heard(event.name, lineOf(event));
        this.#wake();
      }
    } catch {
      // The service has stopped; waiting calls are told below.
    }
    this.#ended = true;
    this.#wake();
  }
}

/** Server-sent events: blocks of lines, an empty line after each. */
async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Heard> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const name = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (name && data) yield { name, data: JSON.parse(data) };
    }
  }
}

function lineOf({ data }: Heard): string {
  const { message, payment, from, state } = data;
  if (message) return `${message.author.displayName}: “${message.text}”`;
  if (payment) {
    return `${data.previousStatus} → ${payment.status}, ${payment.price.amount} USDC`;
  }
  return from ? `${from} → ${state}` : `it is ${state}`;
}
