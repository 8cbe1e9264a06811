import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createServer, Packet } from "dns2";

/** The addresses of the names: public ones, which only this network namespace has. */
export type Names = Readonly<Record<string, string>>;

const DNS_ADDRESS = "127.0.0.53";

/**
 * Gives this network namespace public addresses of its own, and its names a DNS server, which
 * the system's resolver asks. So a service needs no setting to find and to trust them.
 */
export async function openNetwork(names: Names, folder: string) {
  run("ip", "link", "set", "lo", "up");
  for (const address of new Set(Object.values(names))) {
    if (!address.startsWith("127."))
      run("ip", "addr", "add", `${address}/32`, "dev", "lo");
  }
  const asked = new Set<string>();
  const server = createServer({
    udp: true,
    handle(request, send) {
      const [question] = request.questions;
      if (!question) return;
      const { name, type } = question;
      asked.add(name);
      const packet = Packet.createResponseFromRequest(request);
      const address = names[name];
      if (address === undefined) packet.header.rcode = Packet.RCODE.NXDOMAIN;
      else if (type === Packet.TYPE.A) {
        const { A: kind } = Packet.TYPE;
        const record = { name, type: kind, class: Packet.CLASS.IN, ttl: 60 };
        packet.answers.push(new Packet.Resource({ ...record, address }));
      }
      void send(packet);
    },
  });
  await server.listen({ udp: { port: 53, address: DNS_ADDRESS } });
  const resolver = join(folder, "resolv.conf");
  await Bun.write(resolver, `nameserver ${DNS_ADDRESS}\n`);
  run("mount", "--bind", resolver, "/etc/resolv.conf");
  return { asked, close: () => server.close() };
}

/** Starts Caddy, and waits until it serves and has made its authorities. */
export async function startCaddy(text: string, folder: string, url: string) {
  const file = join(folder, "Caddyfile");
  await mkdir(folder, { recursive: true });
  await Bun.write(file, text);
  const child = Bun.spawn(
    ["caddy", "run", "--config", file, "--adapter", "caddyfile"],
    {
      env: { HOME: folder, PATH: Bun.env.PATH ?? "" },
      stdout: "ignore",
      stderr: Bun.file(join(folder, "caddy.log")),
    },
  );
  const authorities = join(folder, ".local/share/caddy/pki/authorities");
  const root = join(authorities, "local/root.crt");
  for (const end = performance.now() + 20_000; ; ) {
    if (child.exitCode !== null || performance.now() > end) {
      throw new Error(await Bun.file(join(folder, "caddy.log")).text());
    }
    if ((await Bun.file(root).exists()) && (await serves(url, root))) break;
  }
  return {
    root,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

async function serves(url: string, root: string): Promise<boolean> {
  const tls = { ca: Bun.file(root) };
  return await fetch(url, { tls }).then(
    () => true,
    () => false,
  );
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
