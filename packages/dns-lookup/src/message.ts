import { Packet } from "dns2";
import { DnsFailure } from "./failure.ts";
import { sameName } from "./names.ts";

/** A query to a DNS server. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: "A" | "AAAA" | "NS" | "TXT";
  /** True asks a resolver to find out; false asks for the server's own data. */
  readonly recursive: boolean;
}

/** A query as sent, and what its answer must match. */
export interface DnsQuery {
  readonly id: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Writes a query with an unguessable id (RFC 5452, section 9.2). */
export function queryOf({ name, type, recursive }: DnsQuestion): DnsQuery {
  const packet = new Packet();
  packet.header.id = Packet.uuid();
  packet.header.rd = recursive ? 1 : 0;
  packet.questions.push(
    new Packet.Question({
      name,
      type: Packet.TYPE[type],
      class: Packet.CLASS.IN,
    }),
  );
  return { id: packet.header.id, name, bytes: packet.toBuffer() };
}

/**
 * Reads an answer; undefined if it belongs to another query. The size is limited because the
 * time to read compressed names grows with its square.
 * @throws DnsFailure bad_answer
 */
export function answerIn(
  bytes: Buffer,
  query: DnsQuery,
  bytesMax: number,
): Packet | undefined {
  if (bytes.length > bytesMax) {
    throw new DnsFailure("bad_answer", "The answer is too long.");
  }
  const packet = parsed(bytes);
  const { header, questions } = packet;
  const [echoed] = questions;
  const isOurs =
    header.qr === 1 &&
    header.id === query.id &&
    (!echoed || sameName(echoed.name, query.name));
  return isOurs ? packet : undefined;
}

function parsed(bytes: Buffer): Packet {
  try {
    return Packet.parse(bytes);
  } catch (error) {
    throw new DnsFailure("bad_answer", "The answer cannot be read.", error);
  }
}
