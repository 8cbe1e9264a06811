import type { Socket } from "bun";

/** A conversation's stream as somebody opens it. */
export interface Opening {
  readonly id: string;
  readonly token: string;
}

const OPENED_AT_ONCE = 100;
const READY = "event: ready\n";
const APPENDED = "event: message.appended\n";

/** Many event streams over raw sockets, each of which is to hear of a message once a round. */
export class Listeners implements Disposable {
  readonly #port: number;
  readonly #sockets: Socket[] = [];
  readonly #failed = Promise.withResolvers<never>();
  readonly #count: number;
  #heard = Promise.withResolvers<number>();
  /** How many have not heard. */
  #deaf = 0;

  constructor(port: number, count: number) {
    this.#port = port;
    this.#count = count;
    // Whoever waits is told; a failure that nobody waits for is none.
    this.#failed.promise.catch(() => {});
  }

  /** Resolves once each of these has said that it is ready. */
  async open(openings: readonly Opening[]): Promise<void> {
    for (let from = 0; from < openings.length; from += OPENED_AT_ONCE) {
      const some = openings.slice(from, from + OPENED_AT_ONCE);
      const all = Promise.all(some.map((it) => this.#openOne(it)));
      await Promise.race([all, this.#failed.promise]);
    }
  }

  /** When the last one heard of the next message. @throws if one is refused or ends */
  allHear(): Promise<number> {
    this.#deaf = this.#count;
    this.#heard = Promise.withResolvers();
    return Promise.race([this.#heard.promise, this.#failed.promise]);
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async #openOne({ id, token }: Opening): Promise<void> {
    const ready = Promise.withResolvers<void>();
    let text = "";
    let isReady = false;
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: this.#port,
      socket: {
        data: (_socket, bytes) => {
          text += bytes.toString("latin1");
          if (!isReady && text.includes(READY)) {
            isReady = true;
            text = "";
            ready.resolve();
          } else if (isReady && text.includes(APPENDED)) {
            text = "";
            this.#hear(id);
          } else if (!text.startsWith("HTTP/1.1 200") && !isReady) {
            this.#fail(`A stream was refused: ${text.slice(0, 300)}`);
          }
        },
        close: () => this.#fail("A stream ended"),
      },
    });
    this.#sockets.push(socket);
    socket.write(
      `GET /v1/conversations/${id}/subscribe HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    await ready.promise;
  }

  #hear(id: string): void {
    this.#deaf -= 1;
    if (this.#deaf === 0) this.#heard.resolve(performance.now());
    if (this.#deaf < 0) this.#fail(`A stream of ${id} heard too much`);
  }

  #fail(why: string): void {
    this.#failed.reject(new Error(why));
  }
}
