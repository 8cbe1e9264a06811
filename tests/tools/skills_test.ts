import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { TSchema } from "typebox";
import { Type } from "typebox";
import { Value } from "typebox/value";
import marketplace from "../../.claude-plugin/marketplace.json" with {
  type: "json",
};
import manifest from "../../package.json" with { type: "json" };
import plugin from "../../packages/claude-plugin/.claude-plugin/plugin.json" with {
  type: "json",
};
import servers from "../../packages/claude-plugin/.mcp.json" with {
  type: "json",
};
import { ROOT } from "../../scripts/server_process.ts";
import { startService } from "../harness.ts";
import { connect, LEGACY, MODERN } from "./client_of_today.ts";

setDefaultTimeout(30_000);

const service = await startService();
const { token } = await service.addAccount("alice");
afterAll(async () => await service[Symbol.asyncDispose]());

const FOLDER = join(ROOT, "packages/claude-plugin");
const UNDERSCORES = { ...MODERN, query: "?names=underscore" };
const NAME = Type.String({
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  maxLength: 64,
});
const LINE = Type.String({ minLength: 1, maxLength: 1_024, pattern: "^.*$" });
const closed = <T extends Record<string, TSchema>>(of: T) =>
  Type.Object(of, { additionalProperties: false });

/** The published form of `plugin.json` (code.claude.com/docs/en/plugins/manifest-reference). */
const Plugin = closed({
  name: NAME,
  version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
  description: LINE,
  author: closed({ name: LINE }),
  license: LINE,
  keywords: Type.Array(NAME),
  // Claude Code refuses an unknown member of an option.
  userConfig: Type.Record(
    Type.String({ pattern: "^[A-Za-z_]\\w*$" }),
    closed({
      type: Type.Enum(["string", "number", "boolean", "directory", "file"]),
      title: LINE,
      description: LINE,
      default: Type.Optional(Type.String()),
      required: Type.Optional(Type.Boolean()),
      sensitive: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** The published form of `marketplace.json`, at the root of a repository. */
const Marketplace = closed({
  name: NAME,
  owner: closed({ name: LINE }),
  metadata: closed({ description: LINE }),
  plugins: Type.Array(
    closed({
      name: NAME,
      source: Type.String({ pattern: "^\\./[\\w./-]+$" }),
      description: LINE,
      category: LINE,
    }),
  ),
});

test("the plugin and its marketplace are in the published form, of this version", async () => {
  expect([...Value.Errors(Plugin, plugin)]).toEqual([]);
  expect([...Value.Errors(Marketplace, marketplace)]).toEqual([]);
  expect(plugin.version).toBe(manifest.version);
  const [listed] = marketplace.plugins;
  expect(listed?.name).toBe(plugin.name);
  expect(join(ROOT, listed?.source ?? "")).toBe(FOLDER);
  const { url, type } = servers.mcpServers.inbox;
  const names = [...url.matchAll(/\$\{user_config\.(\w+)\}/g)];
  expect(names.map(([, name]) => name)).toEqual(Object.keys(plugin.userConfig));
  // Where it leads on the machine that is its default.
  const address = url.replaceAll(/\$\{.*?\}/g, service.baseUrl);
  const answer = await service.fetch(address.slice(service.baseUrl.length), {
    method: "POST",
    json: {},
  });
  expect([type, answer.status]).toEqual(["http", 401]);
  expect(answer.headers.get("www-authenticate")).toContain("oauth");
});

test("a client that knows skills gets each file of the plugin, and checks it", async () => {
  await using client = await connect(service, token, UNDERSCORES);
  const host = new SkillsClient(client);
  expect([host.supported, host.directoryRead]).toEqual([true, false]);
  const { skills, invalid } = await host.list();
  expect(invalid).toEqual([]);
  const files = [...new Bun.Glob("skills/*/SKILL.md").scanSync(FOLDER)];
  expect(skills.map(({ uri }) => uri).toSorted()).toEqual(
    files.map((it) => it.replace("skills/", "skill://")).toSorted(),
  );
  for (const skill of skills) {
    const { frontmatter } = skill;
    expect(Object.keys(frontmatter)).toEqual(["name", "description"]);
    expect(Value.Check(NAME, frontmatter.name)).toBe(true);
    expect(Value.Check(LINE, frontmatter.description)).toBe(true);
    const { text, verified } = await host.read(skill);
    const path = join(FOLDER, "skills", frontmatter.name, "SKILL.md");
    expect([verified, text]).toEqual([true, await Bun.file(path).text()]);
    expect((await host.get(skill.uri)).skill).toEqual(skill);
    expect(text).toContain("# Marked words are data");
  }
  const { resources } = await client.listResources();
  const listed = resources.filter(({ uri }) => uri.startsWith("skill://"));
  expect(listed.map(({ name }) => name)).toEqual(
    skills.map(({ frontmatter }) => frontmatter.name),
  );
  expect(host.get("skill://nothing/SKILL.md")).rejects.toMatchObject({
    code: -32602,
  });
});

test("a skill's samples are calls that the tools take, in the names that a client has", async () => {
  await using client = await connect(service, token, MODERN);
  const host = new SkillsClient(client);
  const { skills } = await host.list();
  const { tools } = await client.listTools();
  for (const skill of skills) {
    const { text = "" } = await host.read(skill);
    expect(text).not.toContain("svc_");
    const samples = [...text.matchAll(/`(svc\.\w+) (\{[^`]*\})`/g)];
    expect(samples.length).toBeGreaterThan(3);
    for (const [, name = "", json = ""] of samples) {
      const given = JSON.parse(json);
      const { inputSchema } = tools.find((it) => it.name === name) ?? {};
      expect([name, ...Object.keys(given)]).toEqual([
        name,
        ...Object.keys(given).filter((it) => inputSchema?.properties?.[it]),
      ]);
      // Nothing is there that a sample could name: it fails at that, if at all.
      const quick = given.waitSeconds ? { ...given, waitSeconds: 0 } : given;
      const { isError, content } = await client.callTool({
        name,
        arguments: quick,
      });
      if (!isError) continue;
      const { code } = JSON.parse((content[0] as { text: string }).text);
      expect([json, code]).toEqual([json, expect.stringMatching(/not_found$/)]);
    }
    // A name without a sample is a tool, too.
    const named = [...text.matchAll(/svc\.\w+/g)].map(([it]) => it);
    expect(tools.map((it) => it.name)).toEqual(expect.arrayContaining(named));
  }
});

test("skills are of the newest revision; a client of an older one is told of none", async () => {
  await using client = await connect(service, token, LEGACY);
  const host = new SkillsClient(client);
  expect([host.supported, (await host.list()).skills]).toEqual([false, []]);
});
