import { escaped } from "../../core/base/text.ts";
import type { ErrorRow } from "../../core/errors/error_row.ts";
import { wordsFor } from "../../core/errors/error_row.ts";
import { ERRORS } from "../../core/errors/error_table.ts";
import { table } from "./table.ts";

/** Every error with an anchor of its own, where the `docs` of a problem leads. */
export function errorsPage(): string {
  const rows = Object.entries<ErrorRow>(ERRORS).map(
    ([code, { status, rpc, title, fix }]) => [
      `<code id="${code}">${code}</code>`,
      String(status),
      String(rpc),
      `${escaped(title)}. ${escaped(wordsFor(fix, "rest"))}`,
    ],
  );
  return `<h1>Errors</h1>
<p>A problem of REST (RFC 9457) says <code>code</code>, <code>detail</code>, <code>fix</code>
and <code>requestId</code>, and in <code>errors</code> which fields are wrong. MCP and A2A say
the same code and words in the form of their protocols.</p>
${table(["Code", "Status", "JSON-RPC", "Meaning, and what to do"], rows)}`;
}
