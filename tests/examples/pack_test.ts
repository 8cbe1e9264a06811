import { expect } from "bun:test";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { Inbox } from "../../packages/client/src/mod.ts";
import { packClient } from "../../scripts/pack_client.ts";
import { ROOT } from "../../scripts/server_process.ts";
import { testDirectory } from "../directory.ts";
import { startService } from "../harness.ts";
import { inProof } from "../proof.ts";

interface Run {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with what it has printed so far. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program to its end; throws what it says if it fails. */
async function run(command: readonly string[], { folder, env, onOutput }: Run) {
  const child = Bun.spawn([...command], {
    cwd: folder,
    // n8n's rules behave otherwise in a test.
    env: { ...Bun.env, NODE_ENV: "development", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const complaint = new Response(child.stderr).text();
  let out = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += text;
    onOutput?.(out);
  }
  if ((await child.exited) === 0) return out;
  throw new Error(`${command.join(" ")}: ${out}${await complaint}`);
}

const INSTALL = [
  "npm",
  "install",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
];

/** A sample copied to an empty folder, with the packages it names; the client is packed. */
async function copied(sample: string) {
  const directory = await testDirectory(`inbox-${sample}-`);
  const folder = join(directory.path, "sample");
  await cp(join(ROOT, "examples", sample), folder, { recursive: true });
  const client = await packClient(directory.path);
  const { dependencies } = await Bun.file(join(folder, "package.json")).json();
  const needsClient = "conversation-inbox-client" in dependencies;
  await run([...INSTALL, ...(needsClient ? [client] : [])], { folder });
  return { directory, folder, client };
}

/** A service with Bob's inbox, in which Alice's request waits. */
async function inboxWithRequest(request: { title: string; price?: string }) {
  const service = await startService();
  const alice = await service.addAccount("alice", { credit: "10.00" });
  const bob = await service.addAccount("bob");
  const url = service.baseUrl;
  const customer = new Inbox({ url, token: alice.token });
  const { token } = await service.addSession(bob);
  const { conversationId } = await customer.createConversation({
    to: [bob.address],
    text: "My cup of order 1234 is broken.",
    submit: true,
    ...request,
  });
  return {
    conversationId,
    person: new Inbox({ url, token }),
    env: { INBOX_URL: url, INBOX_TOKEN: bob.token },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** An agent of LangChain, whose middleware asks before a tool is called. */
const MIDDLEWARE = `
  import { AIMessage } from "@langchain/core/messages";
  import { fakeModel } from "@langchain/core/testing";
  import { MemorySaver } from "@langchain/langgraph";
  import { Inbox } from "conversation-inbox-client";
  import { follow } from "conversation-inbox-langgraph";
  import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
  import { z } from "zod";
  const { INBOX_URL: url, INBOX_TOKEN: token, CONVERSATION: conversationId } = process.env;
  const refund = tool(async ({ amount }) => "Refunded " + amount + ".", {
    name: "refund",
    description: "Gives money back",
    schema: z.object({ amount: z.string() }),
  });
  const { graph } = createAgent({
    model: fakeModel()
      .respondWithTools([{ name: "refund", args: { amount: "30.00" } }])
      .respond((messages) => new AIMessage(messages.at(-1).text)),
    tools: [refund],
    checkpointer: new MemorySaver(),
    middleware: [humanInTheLoopMiddleware({ interruptOn: { refund: true } })],
  });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "Broken." }] }, config);
  const inbox = new Inbox({ url, token });
  await follow(graph, config, { inbox, conversationId, onWaiting: (it) => console.log(it) });
  const { messages } = (await graph.getState(config)).values;
  console.log(messages.at(-1).text);
`;

inProof(
  "the LangGraph adapter packs, installs into an empty project, types there, and its sample runs from an empty folder",
  async () => {
    const { directory, folder, client } = await copied("langgraph");
    const packed = await run(["npm", "pack", "--json"], { folder });
    const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf("[")));
    expect(files.map(({ path }: { path: string }) => path)).toContain(
      "dist/mod.d.ts",
    );
    const project = join(directory.path, "project");
    await Bun.write(join(project, "package.json"), '{"type":"module"}');
    const langgraph = ["@langchain/langgraph@1.7.3", "langchain@1.5.14"];
    await run([...INSTALL, client, join(folder, filename), ...langgraph], {
      folder: project,
    });
    await Bun.write(
      join(project, "use.ts"),
      `import { advance } from "conversation-inbox-langgraph";
       import { Inbox } from "conversation-inbox-client";
       import { refundGraph } from "../sample/refund_graph.ts";
       declare const graph: ReturnType<typeof refundGraph>;
       const inbox = new Inbox({ url: "" });
       export const run = () =>
         advance(graph, { configurable: { thread_id: "1" } }, { inbox, conversationId: "1" });`,
    );
    const tsc = join(folder, "node_modules/.bin/tsc");
    const flags =
      "--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module NodeNext --target ES2022 --allowImportingTsExtensions";
    await run([tsc, ...flags.split(" "), "use.ts"], { folder: project });
    const names =
      "import('conversation-inbox-langgraph').then((it) => console.log(Object.keys(it).join()))";
    expect(await run(["node", "-e", names], { folder: project })).toBe(
      "advance,follow\n",
    );

    await using inbox = await inboxWithRequest({ title: "Broken cup" });
    const { conversationId, person, env } = inbox;
    const deciding = (comment: string) => {
      const decided = new Set<string>();
      return (text: string) => {
        const checkpointId = /.*#(chk_\w+)\n/s.exec(text)?.[1];
        if (!checkpointId || decided.has(checkpointId)) return;
        decided.add(checkpointId);
        const answer = { decision: "approve", comment } as const;
        void person.recordHilDecision({
          conversationId,
          checkpointId,
          ...answer,
        });
      };
    };
    await Bun.write(join(project, "middleware.mjs"), MIDDLEWARE);
    const edited = await run([process.execPath, "middleware.mjs"], {
      folder: project,
      env: { ...env, CONVERSATION: conversationId },
      onOutput: deciding('{"amount": "15.00"}'),
    });
    expect(edited).toEndWith("Refunded 15.00.\n");
    const said = await run([process.execPath, "run.ts"], {
      folder,
      env,
      onOutput: deciding("yes"),
    });
    expect(said).toEndWith("Answered: Refunded 30.00 for order 1234.\n");
    await directory.remove();
  },
  120_000,
);

for (const sample of ["ai-sdk", "openai-agents"]) {
  inProof(
    `the sample ${sample} installs into an empty folder and runs there`,
    async () => {
      const { directory, folder } = await copied(sample);
      const request = { title: "A question", price: "5.00" };
      await using inbox = await inboxWithRequest(request);
      const { env, conversationId } = inbox;
      const said = await run([process.execPath, "agent.ts"], { folder, env });
      const shown = said.replaceAll(conversationId, "cnv_…");
      const readme = await Bun.file(join(folder, "README.md")).text();
      expect(readme).toContain(`\n\`\`\`\n${shown}\`\`\`\n`);
      await directory.remove();
    },
    120_000,
  );
}

inProof(
  "n8n's package builds and lints with its own tools, installs packed, and works with n8n's own classes",
  async () => {
    const directory = await testDirectory("inbox-n8n-");
    const folder = join(directory.path, "sample");
    await cp(join(ROOT, "examples/n8n"), folder, { recursive: true });
    // A package below n8n-workflow would be compiled for one version of Node.
    const install = [...INSTALL, "--ignore-scripts"];
    await run(install, { folder });
    await run(["npm", "run", "build"], { folder });
    await run(["npm", "run", "lint"], { folder });
    const packed = await run(["npm", "pack", "--json"], { folder });
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("[")));
    const project = join(directory.path, "project");
    await Bun.write(join(project, "package.json"), "{}");
    // n8n brings its own classes, so a node is installed without its peers.
    await run([...install, "--legacy-peer-deps", join(folder, filename)], {
      folder: project,
    });
    await symlink(
      join(folder, "node_modules/n8n-workflow"),
      join(project, "node_modules/n8n-workflow"),
    );
    const name = "node_modules/n8n-nodes-conversation-inbox/dist";
    await run([process.execPath, "test", "tests/examples/n8n_test.ts"], {
      folder: ROOT,
      env: { N8N_BUILT: join(project, name) },
    });
    await directory.remove();
  },
  400_000,
);
