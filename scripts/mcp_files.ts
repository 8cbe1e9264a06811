/**
 * Makes what clients of MCP and the MCP registry take of the service at an address:
 * `bun scripts/mcp_files.ts https://inbox.example [FOLDER]` writes `inbox.mcpb`,
 * `server.json` and `claude/`, a marketplace for Claude Code, into `dist` if no folder is named.
 * @module
 */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb";
import marketplace from "../.claude-plugin/marketplace.json" with {
  type: "json",
};
import plugin from "../packages/claude-plugin/.claude-plugin/plugin.json" with {
  type: "json",
};
import client from "../packages/client/package.json";
import { buildTerminal } from "./pack_client.ts";
import { LISTED_AS, LISTING_SCHEMA } from "./package_listing.ts";
import { ROOT } from "./server_process.ts";

/** The listing for the MCP registry (its schema of 2025-12-11). */
export function serverJson(address: string): object {
  const { protocol, hostname, origin } = new URL(address);
  if (protocol !== "https:" || !hostname.includes(".")) {
    throw new Error(
      "Cannot make server.json: the registry lists public https addresses",
    );
  }
  return {
    $schema: LISTING_SCHEMA,
    // The domain's owner proves it to the registry.
    name: `${hostname.split(".").toReversed().join(".")}/inbox`,
    title: "Inbox",
    description: LISTED_AS,
    version: client.version,
    websiteUrl: origin,
    remotes: [
      { type: "streamable-http", url: `${origin}/api/mcp?names=underscore` },
    ],
  };
}

/** The manifest of a bundle for desktop programs (MCPB 0.4). */
export function bundleManifest(address: string): object {
  const { origin } = new URL(address);
  return {
    manifest_version: "0.4",
    name: "conversation-inbox",
    display_name: "Inbox",
    version: client.version,
    description: LISTED_AS,
    author: { name: "conversation-inbox" },
    license: client.license,
    server: {
      type: "node",
      entry_point: "server/svc.mjs",
      mcp_config: {
        command: "node",
        args: [`${filledIn("__dirname")}/server/svc.mjs`, "mcp"],
        env: {
          SVC_URL: filledIn("user_config.url"),
          SVC_TOKEN: filledIn("user_config.token"),
        },
      },
    },
    tools_generated: true,
    compatibility: { runtimes: { node: client.engines.node } },
    user_config: {
      url: {
        type: "string",
        title: "Address",
        description: "Where your inbox is.",
        default: origin,
        required: true,
      },
      token: {
        type: "string",
        title: "Token",
        description: "Made in the inbox under Settings, Access.",
        sensitive: true,
        required: true,
      },
    },
  };
}

/** A variable that the installing program replaces by a value. */
export function filledIn(name: string): string {
  return `\${${name}}`;
}

/** Writes the marketplace of the repository with the address as the plugin's default. */
async function writeMarketplace(
  address: string,
  folder: string,
): Promise<void> {
  const [listed] = marketplace.plugins;
  const source = join(ROOT, listed?.source ?? "");
  await cp(source, join(folder, plugin.name), { recursive: true });
  const { url } = plugin.userConfig;
  const filled = {
    ...plugin,
    userConfig: { url: { ...url, default: new URL(address).origin } },
  };
  const here = { ...listed, source: `./${plugin.name}` };
  for (const [path, value] of [
    [`${plugin.name}/.claude-plugin/plugin.json`, filled],
    [".claude-plugin/marketplace.json", { ...marketplace, plugins: [here] }],
  ] as const) {
    const text = JSON.stringify(value, null, 2);
    await Bun.write(join(folder, path), `${text}\n`);
  }
}

/** Writes all of them. */
export async function writeMcpFiles(
  address: string,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const listed = `${JSON.stringify(serverJson(address), null, 2)}\n`;
  await Bun.write(join(folder, "server.json"), listed);
  await writeMarketplace(address, join(folder, "claude"));
  const staged = await mkdtemp(join(tmpdir(), "inbox-mcpb-"));
  try {
    const manifest = JSON.stringify(bundleManifest(address), null, 2);
    await Bun.write(join(staged, "manifest.json"), manifest);
    await buildTerminal(join(staged, "server/svc.mjs"));
    await cp(join(ROOT, "LICENSE"), join(staged, "LICENSE"));
    await cp(
      join(ROOT, "node_modules/commander/LICENSE"),
      join(staged, "LICENSE.commander"),
    );
    const isPacked = await packExtension({
      extensionPath: staged,
      outputPath: join(folder, "inbox.mcpb"),
      silent: true,
    });
    if (!isPacked) throw new Error("Cannot make the bundle: mcpb refused it");
  } finally {
    await rm(staged, { recursive: true });
  }
}

if (import.meta.main) {
  const [address = "", folder = join(ROOT, "dist")] = process.argv.slice(2);
  await writeMcpFiles(address, resolve(folder));
  process.stdout.write(
    `${resolve(folder)}: inbox.mcpb, server.json, claude/\n`,
  );
}
