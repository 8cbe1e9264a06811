import { join } from "node:path";
import { oneFile } from "../../scripts/one_file.ts";
import { ROOT } from "../../scripts/server_process.ts";

const NPX_BUN = /npx -y bun@[\d.]+/g;
/** The part for the reader to fill in: a token, or an id that an earlier command printed. */
export const PLACEHOLDER = /(svc|cnv|chk)_…/;
/** The commands of a section, in the order in which a newcomer types them. */
export async function commandsOf(title: string): Promise<readonly string[]> {
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

/** The answer's words on the request and its money; of other output, an id alone or a few words. */
export function said(printed: string): string | undefined {
  if (/^cnv_\w+\n$/.test(printed)) return "an id";
  if (!printed.startsWith("{")) {
    return /It is now [\w-]+/.exec(printed)?.[0];
  }
  const { state, conversation } = JSON.parse(printed);
  return conversation && `${state}, ${conversation.payment.status}`;
}

/** A terminal beside a service, and its reader, who copies what was printed. */
export class Terminal {
  readonly #env: Readonly<Record<string, string>>;
  readonly #ports: ReadonlyMap<number, number>;
  readonly #folder: string;
  readonly #variables: Record<string, string> = {};
  readonly #tokens: string[] = [];
  #printed = "";
  #hasRunSvc = false;

  /**
   * @param ports The port that serves, by the port that the README names.
   * @param folder Where the commands are typed: the repository unless another is named.
   */
  constructor(
    env: Readonly<Record<string, string>>,
    ports: ReadonlyMap<number, number>,
    folder: string = ROOT,
  ) {
    this.#env = env;
    this.#ports = ports;
    this.#folder = folder;
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
    let here = command.replace(NPX_BUN, `'${process.execPath}'`);
    // The first runs as it is written, the others from one file, in a third of the time.
    if (this.#hasRunSvc) {
      const svc = await oneFile("src/cli/main.ts");
      here = here.replace("run svc", `'${svc}'`);
    }
    this.#hasRunSvc ||= here.includes("run svc");
    for (const [named, port] of this.#ports) {
      here = here
        .replaceAll(`localhost:${named}`, `localhost:${port}`)
        .replaceAll(`--port ${named}`, `--port ${port}`);
    }
    const child = Bun.spawn(["sh", "-c", here], {
      cwd: this.#folder,
      env: { ...this.#env, ...this.#variables },
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
