import { expect } from "bun:test";
import { join } from "node:path";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { ROOT, startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { needing } from "../needing.ts";

const NPX_BUN = /npx -y bun@[\d.]+/g;
/** The part for the reader to fill in: a token, or an id that an earlier command printed. */
const PLACEHOLDER = /(svc|cnv|chk)_…/;

/** The commands of a section, in the order in which a newcomer types them. */
async function commandsOf(title: string): Promise<readonly string[]> {
  const readme = await Bun.file(join(ROOT, "README.md")).text();
  const [, section = ""] = readme.split(`\n## ${title}\n`);
  const [text = ""] = section.split("\n## ");
  const commands: string[] = [];
  let begun = "";
  for (const [, line = ""] of text.matchAll(/^ {4}(.*)$/gm)) {
    begun += begun ? `\n${line}` : line;
    const isWhole = !line.endsWith("\\") && begun.split("'").length % 2 === 1;
    if (!isWhole) continue;
    commands.push(begun);
    begun = "";
  }
  return commands;
}

/** A terminal beside a service, and its reader, who copies what was printed. */
class Terminal {
  readonly #service: ServerProcess;
  readonly #variables: Record<string, string> = {};
  readonly #tokens: string[] = [];
  #printed = "";

  constructor(service: ServerProcess) {
    this.#service = service;
  }

  async type(command: string): Promise<string> {
    const filled = command.replace(PLACEHOLDER, (_, kind) => this.#copy(kind));
    const [, name, value] = /^([A-Z]+)=(\S+)$/.exec(filled) ?? [];
    if (name !== undefined && value !== undefined) {
      this.#variables[name] = value;
      return "";
    }
    return await this.#run(filled);
  }

  #copy(kind: string): string {
    const found =
      kind === "svc"
        ? this.#tokens.shift()
        : this.#printed.match(new RegExp(`${kind}_[0-9a-z]+`, "gi"))?.at(-1);
    if (found === undefined) throw new Error(`Nothing printed a ${kind}_…`);
    return found;
  }

  async #run(command: string): Promise<string> {
    const { env, port } = this.#service;
    const here = command
      .replace(NPX_BUN, `'${process.execPath}'`)
      .replaceAll("localhost:3000", `localhost:${port}`);
    const child = Bun.spawn(["sh", "-c", here], {
      cwd: ROOT,
      env: { ...env, ...this.#variables },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, complaint, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (code !== 0) throw new Error(`${command} failed: ${complaint}`);
    this.#printed += printed;
    const [token] = printed.match(/svc_\w+/) ?? [];
    if (token !== undefined) this.#tokens.push(token);
    return printed;
  }
}

/** The answer's words on the request and its money; of other output, an id alone or a few words. */
function said(printed: string): string | undefined {
  if (/^cnv_\w+\n$/.test(printed)) return "an id";
  if (!printed.startsWith("{")) {
    return /It is now [\w-]+/.exec(printed)?.[0];
  }
  const { state, conversation } = JSON.parse(printed);
  return conversation && `${state}, ${conversation.payment.status}`;
}

needing("curl")(
  "the README's story ends well as it is written, also with a price above the limit",
  async () => {
    await using service = await startProcess({
      script: await startedScript(),
    });
    const [start, ...commands] = await commandsOf("Start");
    expect(start).toMatch(/run start$/);
    // The second terminal needs nothing that the first did not: tokens and ids alone.
    const set = commands.filter((it) => /^\w+=|export /.test(it));
    expect(set.filter((it) => !PLACEHOLDER.test(it))).toEqual([]);
    // Their own test runs them.
    const stories = commands.splice(-2);
    expect(stories.map((it) => it.split(" run ")[1])).toEqual([
      "demo",
      "demo --usdc",
    ]);
    const terminal = new Terminal(service);
    const heard: string[] = [];
    for (const command of commands) {
      const word = said(await terminal.type(command));
      if (word !== undefined) heard.push(word);
    }
    expect(heard).toEqual([
      "an id",
      "working, held",
      "completed, released",
      "an id",
      "It is now submitted",
      "working, held",
      "completed, released",
    ]);
  },
  60_000,
);
