import type { Socket } from "bun";
import type { Answer } from "./answer_reader.ts";
import { AnswerReader } from "./answer_reader.ts";

interface Asked {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** One keep-alive connection over a raw socket; one request at a time. */
export class Connection {
  readonly #reader = new AnswerReader();
  #socket: Socket | undefined;
  #unsent: Uint8Array = new Uint8Array();
  #asked: Asked | undefined;

  static async open(port: number): Promise<Connection> {
    const connection = new Connection();
    connection.#socket = await Bun.connect({
      hostname: "localhost",
      port,
      socket: {
        data: (_socket, bytes) => connection.#take(bytes),
        drain: () => connection.#send(connection.#unsent),
        error: (_socket, error) => connection.#fail(error),
        close: () => connection.#fail(new Error("The server hung up")),
      },
    });
    return connection;
  }

  /** Sends the bytes of one request; gives the answer. */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#send(Buffer.from(request));
    });
  }

  close(): void {
    this.#asked = undefined;
    this.#socket?.end();
  }

  #send(bytes: Uint8Array): void {
    const sent = this.#socket?.write(bytes) ?? 0;
    this.#unsent = bytes.subarray(sent);
  }

  #take(bytes: Buffer): void {
    try {
      const answer = this.#reader.take(bytes);
      if (answer) this.#asked?.resolve(answer);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #fail(error: Error): void {
    this.#asked?.reject(error);
  }
}
