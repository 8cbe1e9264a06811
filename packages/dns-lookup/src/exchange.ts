import { createSocket } from "node:dgram";
import { connect, isIP } from "node:net";
import { Packet } from "dns2";
import { DnsFailure } from "./failure.ts";
import type { DnsQuery, DnsQuestion } from "./message.ts";
import { answerIn, queryOf } from "./message.ts";
import type { DnsServer } from "./settings.ts";

interface Bounds {
  /** For each of UDP and TCP. */
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/**
 * Asks one server over UDP, and over TCP if the answer was truncated or missing (RFC 7766,
 * section 5). It uses the messages of dns2 but not its clients, which read answers of any
 * size and wait forever over TCP.
 * @throws DnsFailure timeout, unreachable, bad_answer
 */
export async function exchange(
  server: DnsServer,
  question: DnsQuestion,
  bounds: Bounds,
): Promise<Packet> {
  const query = queryOf(question);
  const answer = await overUdp(server, query, bounds);
  if (answer && !answer.header.tc) return answer;
  return await overTcp(server, query, bounds);
}

/** Undefined without an answer. */
async function overUdp(
  { address, port }: DnsServer,
  query: DnsQuery,
  { timeoutMs, bytesMax }: Bounds,
): Promise<Packet | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<
    Packet | undefined
  >();
  const socket = createSocket(isIP(address) === 6 ? "udp6" : "udp4");
  let isOpen = true;
  const giveUp = () => resolve(undefined);
  const timer = setTimeout(giveUp, timeoutMs);
  socket.on("error", giveUp);
  socket.on("message", (bytes) => {
    try {
      const answer = answerIn(bytes, query, bytesMax);
      // An answer to something else may be forged: the real one may still come.
      if (answer) resolve(answer);
    } catch (error) {
      reject(error);
    }
  });
  try {
    // A connected socket: the kernel drops packets from other senders.
    socket.connect(port, address, () => {
      if (isOpen) socket.send(query.bytes, (error) => error && giveUp());
    });
    return await promise;
  } finally {
    isOpen = false;
    clearTimeout(timer);
    socket.close();
  }
}

/** A message is at most 64 kB, by its own length field (RFC 1035, 4.2.2). */
async function overTcp(
  { address, port }: DnsServer,
  query: DnsQuery,
  { timeoutMs, bytesMax }: Bounds,
): Promise<Packet> {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.bytes.length);
  const socket = connect({ host: address, port });
  const late = new DnsFailure("timeout", "");
  const timer = setTimeout(() => socket.destroy(late), timeoutMs);
  try {
    socket.on("error", () => {}); // Without one, a later error ends the process.
    socket.write(Buffer.concat([length, query.bytes]));
    const answer = answerIn(await Packet.readStream(socket), query, bytesMax);
    if (answer) return answer;
    throw new DnsFailure("bad_answer", "It answered another question.");
  } catch (error) {
    if (error instanceof DnsFailure) throw error;
    throw new DnsFailure("unreachable", "", error);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
