import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  connectLinksOf,
  mcpUrlOf,
  snippetsOf,
} from "../../packages/web/src/settings/snippets.tsx";

const URL_HERE = "http://localhost:3000/api/mcp?names=underscore";
const LINKS = connectLinksOf(mcpUrlOf("http://localhost:3000/settings/access"));
const hrefOf = (name: string) =>
  LINKS.find((it) => it.name === name)?.href ?? "";

test("the link for Cursor decodes to the address with underscores", () => {
  const { protocol, host, pathname, searchParams } = new URL(hrefOf("Cursor"));
  expect([protocol, host, pathname]).toEqual([
    "cursor:",
    "anysphere.cursor-deeplink",
    "/mcp/install",
  ]);
  expect(searchParams.get("name")).toBe("inbox");
  const config = JSON.parse(atob(searchParams.get("config") ?? ""));
  expect(config).toEqual({ url: URL_HERE });
});

test("the link for VS Code decodes to the address with underscores", () => {
  const [place, query = ""] = hrefOf("VS Code").split("?");
  expect(place).toBe("vscode:mcp/install");
  expect(JSON.parse(decodeURIComponent(query))).toEqual({
    name: "inbox",
    type: "http",
    url: URL_HERE,
  });
});

test("docs/assistants.md holds the same links", async () => {
  const page = join(import.meta.dir, "../../docs/assistants.md");
  const text = await Bun.file(page).text();
  for (const { name, href } of LINKS)
    expect(text).toContain(`[${name}](${href})`);
});

test("a shell is given the address in quotes, for its question mark", () => {
  const [claude] = snippetsOf(URL_HERE, "svc_x");
  expect(claude?.text).toContain(`"${URL_HERE}"`);
});

test("a client that only starts programs is given the address and the token for svc mcp", () => {
  const stdio = snippetsOf(URL_HERE, "svc_x").find(
    ({ name }) => name === "Over stdio",
  );
  expect(JSON.parse(stdio?.text ?? "")).toEqual({
    mcpServers: {
      inbox: {
        command: "svc",
        args: ["mcp"],
        env: { SVC_URL: "http://localhost:3000", SVC_TOKEN: "svc_x" },
      },
    },
  });
});
