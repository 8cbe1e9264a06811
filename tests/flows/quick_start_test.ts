import { afterAll, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { oneFile } from "../../scripts/one_file.ts";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { freePort, ROOT, startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { needing } from "../needing.ts";
import { shared } from "../shared.ts";

type Language = "sh" | "ts" | "python";
/** Programs that a reader of a language has, beside Bun. */
const RUN_BY = { sh: ["curl"], ts: [], python: ["python3"] } as const;

const FOLDER = join(ROOT, "node_modules/.cache/quick_start");

/** The blocks of one language of a page, one below the other. */
async function codeOf(page: string, language: Language): Promise<string> {
  const text = await Bun.file(join(ROOT, `docs/quick_start/${page}.md`)).text();
  const blocks = text.matchAll(
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"),
  );
  return [...blocks].map(([, code]) => code).join("\n");
}

async function finished(child: Bun.Subprocess<"ignore", "pipe", "pipe">) {
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  if (code !== 0) throw new Error(`${code}: ${err}`);
  return out;
}

/** Starts a program of a page where the packages of the repository are found. */
async function start(
  language: Language,
  code: string,
  env: Readonly<Record<string, string>>,
) {
  await mkdir(FOLDER, { recursive: true });
  const name = `${crypto.randomUUID()}.${language === "python" ? "py" : language}`;
  const path = join(FOLDER, name);
  await Bun.write(path, code);
  const command = { sh: "sh", ts: process.execPath, python: "python3" };
  const flags = language === "sh" ? ["-e"] : [];
  return Bun.spawn([command[language], ...flags, path], {
    env: { PATH: Bun.env.PATH, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function tokenAt(service: ServerProcess, name: string): Promise<string> {
  const add = ["account", "add", "--local-part", name, "--name", name];
  const child = Bun.spawn([process.execPath, SVC, ...add, "--json"], {
    cwd: ROOT,
    env: service.env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return JSON.parse(await finished(child)).token;
}

const SVC = await oneFile("src/cli/main.ts");
const theService = shared(async () =>
  startProcess({ script: await startedScript() }),
);

/** The packages of the repository, where a reader has them installed. */
const INSTALLED = {
  ts: (code: string) =>
    code.replace(
      '"conversation-inbox-client"',
      JSON.stringify(join(ROOT, "packages/client/src/mod.ts")),
    ),
  sh: (code: string) =>
    `svc() { "${process.execPath}" "${SVC}" "$@"; }\n${code}`,
} as const;

/** As a reader copies the id that an answer shows into the line that asks for it. */
function withIds(code: string): string {
  return code
    .replace(/^export TOKEN=.*$/m, "")
    .replace(
      /^((?:curl|svc) (?:[^\n]*\\\n)*[^\n]*(?:\n {2,}[^\n]*)*)$/gm,
      "$1 > $0.out; cat $0.out",
    )
    .replace(
      /^(ID|TASK)=cnv_…$/gm,
      `$1=$(grep -o 'cnv_[0-9a-z]*' $0.out | head -n 1)`,
    );
}

afterAll(() => rm(FOLDER, { recursive: true, force: true }));

for (const language of ["sh", "ts", "python"] as const) {
  const run = async () => {
    const service = theService();
    const heard: string[] = [];
    const TOKEN = await tokenAt(service, `reader-${language}`);
    for (const page of ["rest", "mcp", "a2a"]) {
      const text = (await codeOf(page, language)).replaceAll(
        "localhost:3000",
        `localhost:${service.port}`,
      );
      const code = language === "sh" ? withIds(text) : text;
      const child = await start(language, code, { TOKEN });
      const said = await finished(child);
      expect(said).toMatch(/Are you there|conversations|COMPLETED/);
      expect(said).not.toContain('"error"');
      heard.push(page);
    }
    expect(heard.length).toBe(3);
  };
  needing(...RUN_BY[language])(
    `the quick starts of REST, MCP and A2A run as they are written in ${language}`,
    run,
    60_000,
  );
}

test.each(["ts", "sh"] as const)(
  "the quick start of the client runs as it is written in %s",
  async (language) => {
    const service = theService();
    const TOKEN = await tokenAt(service, `client-${language}`);
    const code = (await codeOf("client", language)).replaceAll(
      "localhost:3000",
      `localhost:${service.port}`,
    );
    const ready = INSTALLED[language](language === "sh" ? withIds(code) : code);
    const said = await finished(await start(language, ready, { TOKEN }));
    expect(said).toContain("Are you there?");
    expect(said).toContain("Hello");
  },
  60_000,
);

for (const language of ["ts", "python"] as const) {
  const run = async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const port = freePort();
    const child = await start(language, await codeOf("webhooks", language), {
      PORT: `${port}`,
      WEBHOOK_SECRET: secret,
    });
    const body = '{"type":"webhook.test"}';
    const now = new Date();
    const headers = {
      "webhook-id": "whm_1",
      "webhook-timestamp": `${Math.floor(now.getTime() / 1_000)}`,
      "webhook-signature": new Webhook(secret).sign("whm_1", now, body),
    };
    const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    expect((await said.read()).value).toContain("Listening");
    const post = async (text: string) => {
      const url = `http://127.0.0.1:${port}/`;
      return (await fetch(url, { method: "POST", headers, body: text })).status;
    };
    expect(await post(`${body} `)).toBe(401);
    expect(await post(body)).toBe(204);
    expect((await said.read()).value).toContain("webhook.test");
    child.kill();
  };
  needing(...RUN_BY[language])(
    `the receiver of webhooks in ${language} takes what is signed, and nothing else`,
    run,
    60_000,
  );
}
