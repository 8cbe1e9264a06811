import { ERRORS } from "../src/core/error_table.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";
import { openApiDocument } from "../src/rest/openapi.ts";
import { createRegistry } from "../src/tools/registry.ts";

/** Where the documents say that the service is. */
const BASE_URL = "http://localhost:3000";

/** The generated documents by path: what the repository has to hold. */
export function generatedDocuments(): Readonly<Record<string, string>> {
  return {
    "docs/errors.md": errorsDocument(),
    "docs/openapi.json": shown(openApiDocument(BASE_URL)),
    "docs/tools.json": shown({ tools: createRegistry(OPERATIONS).dotted }),
  };
}

function errorsDocument(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, rpc, title, fix }]) =>
      `| \`${code}\` | ${status} | ${rpc} | ${title} | ${fix} |`,
  );
  return `${ERRORS_HEADING}${rows.join("\n")}\n`;
}

const ERRORS_HEADING = `# Errors

Generated from \`src/core/error_table.ts\`. REST answers a problem object
(RFC 9457) with \`code\`, \`detail\`, \`fix\` and, for input, \`errors\` with a
pointer to each wrong field. MCP gives the same object with \`isError\`. A2A has the
code in the metadata of \`google.rpc.ErrorInfo\`.

| Code | REST | JSON-RPC | What happened | What to do |
|---|---|---|---|---|
`;

function shown(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  for (const [path, text] of Object.entries(generatedDocuments())) {
    await Bun.write(new URL(path, root), text);
    console.log(path);
  }
}
