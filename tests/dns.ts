import { Socket } from "node:net";
import { createServer, Packet } from "dns2";
import type { DnsSettings } from "../packages/dns-lookup/src/settings.ts";

type Record = ConstructorParameters<typeof Packet.Resource>[0] & object;

/** The answer of a server to one question. */
export interface Reply {
  readonly rcode?: keyof typeof Packet.RCODE;
  /** False for what does not speak for the zone. */
  readonly aa?: boolean;
  readonly tc?: boolean;
  readonly answers?: readonly Record[];
  readonly authorities?: readonly Record[];
  readonly additionals?: readonly Record[];
}

export interface Asked {
  readonly name: string;
  readonly type: number;
  readonly via: "udp" | "tcp";
}

/** Answers questions; without a reply the server says nothing. */
export type Handler = (asked: Asked) => Reply | undefined;

/** Real DNS servers on loopback, each on an address of its own. */
export interface TestDns extends AsyncDisposable {
  readonly settings: DnsSettings;
  /** The same as an environment would set it. */
  readonly env: Readonly<{ [name: string]: string }>;
  /** Every question that arrived: "127.0.0.2 udp TXT name". */
  readonly asked: readonly string[];
  /** Sets the handler of the server at an address. */
  serve(address: string, handler: Handler): void;
}

/** The resolver's address; name servers have those that follow. */
export const RESOLVER = "127.0.0.1";
export const NS1 = "127.0.0.2";
export const NS2 = "127.0.0.3";

const { TYPE, CLASS, RCODE } = Packet;

const record = (name: string, type: keyof typeof TYPE, more: object) => ({
  name,
  type: TYPE[type],
  class: CLASS.IN,
  ttl: 60,
  ...more,
});
/** A TXT record of one string or of several. */
export const txt = (name: string, ...data: string[]) =>
  record(name, "TXT", { data });
export const ns = (name: string, server: string) =>
  record(name, "NS", { ns: server });
export const a = (name: string, address: string) =>
  record(name, "A", { address });
export const cname = (name: string, domain: string) =>
  record(name, "CNAME", { domain });

/** Answers from a list of records, as a name server of their zone does. */
export function zone(records: () => readonly Record[]): Handler {
  return ({ name, type }) => {
    const named = records().filter((it) => it.name === name);
    const answers = named.filter(
      (it) => it.type === type || it.type === TYPE.CNAME,
    );
    return { rcode: named.length > 0 ? "NOERROR" : "NXDOMAIN", answers };
  };
}

/** Starts a server on loopback for each address. */
export async function startDns(
  handlers: Readonly<{ [address: string]: Handler }>,
): Promise<TestDns> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(new Map(Object.entries(handlers)));
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function startOnce(handlers: Map<string, Handler>): Promise<TestDns> {
  const port = freePort();
  const asked: string[] = [];
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  const stop = async () => {
    // A question that nobody answers keeps its connection, and so its server.
    for (const socket of sockets) socket.destroy();
    for (const server of servers) await server.close();
  };
  for (const address of handlers.keys()) {
    const server = createServer({
      udp: true,
      tcp: true,
      handle(request, send, client) {
        const [question] = request.questions;
        if (!question) return;
        const { name, type } = question;
        const via = client instanceof Socket ? "tcp" : "udp";
        if (client instanceof Socket) sockets.add(client);
        asked.push(`${address} ${via} ${Packet.typeName(type)} ${name}`);
        const reply = handlers.get(address)?.({ name, type, via });
        if (reply) void send(packetOf(request, reply));
      },
    });
    await server.listen({ udp: { port, address }, tcp: { port, address } });
    servers.push(server);
  }
  return {
    settings: {
      resolver: { address: RESOLVER, port },
      authoritativePort: port,
      privateNameServers: true,
    },
    env: {
      DNS_RESOLVER: `${RESOLVER}:${port}`,
      DNS_AUTHORITATIVE_PORT: String(port),
      DNS_PRIVATE_NAME_SERVERS: "yes",
    },
    asked,
    serve: (address, handler) => void handlers.set(address, handler),
    [Symbol.asyncDispose]: stop,
  };
}

function packetOf(request: Packet, reply: Reply): Packet {
  const packet = Packet.createResponseFromRequest(request);
  packet.header.rcode = RCODE[reply.rcode ?? "NOERROR"];
  packet.header.aa = reply.aa === false ? 0 : 1;
  packet.header.tc = reply.tc ? 1 : 0;
  const made = (list: readonly Record[] = []) =>
    list.map((it) => new Packet.Resource(it));
  packet.answers.push(...made(reply.answers));
  packet.authorities.push(...made(reply.authorities));
  packet.additionals.push(...made(reply.additionals));
  return packet;
}

function freePort(): number {
  const hostname = RESOLVER;
  const socket = Bun.listen({ hostname, port: 0, socket: { data() {} } });
  socket.stop(true);
  return socket.port;
}
