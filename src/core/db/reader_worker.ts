import type { InArgs, ResultSet } from "@libsql/client";
import { EmbeddedReader } from "./embedded.ts";
import type { Failure } from "./failure.ts";
import { failureOf } from "./failure.ts";

/** An order to the worker: the file's path, then numbered reads, and the end. */
export type ReadOrder =
  | "close"
  | { readonly path: string }
  | { readonly id: number; readonly sql: string; readonly args: InArgs };

/** The outcome of a read, or that the file is closed; plain data, to cross threads. */
export type ReadReply = "closed" | ReadAnswer;

type ReadAnswer = { readonly id: number } & (
  | { readonly columns: string[]; readonly rows: ResultSet["rows"] }
  | { readonly failure: Failure }
);

declare const self: Worker;

let reader: EmbeddedReader | undefined;

self.onmessage = async ({ data }: MessageEvent<ReadOrder>) => {
  if (data === "close") {
    reader?.close();
    self.postMessage("closed" satisfies ReadReply);
    return;
  }
  if ("path" in data) {
    reader = new EmbeddedReader(data.path);
    return;
  }
  const reply = await replyTo(data);
  self.postMessage(reply, "rows" in reply ? filesIn(reply.rows) : []);
};

/** Transferred instead of cloned, which takes too long on the other side. */
function filesIn(rows: ResultSet["rows"]): ArrayBuffer[] {
  return rows.flatMap((row) =>
    Object.values(row).filter((value) => value instanceof ArrayBuffer),
  );
}

async function replyTo({
  id,
  sql,
  args,
}: Extract<ReadOrder, { readonly id: number }>): Promise<ReadAnswer> {
  try {
    if (reader === undefined) throw new Error("no file was named");
    const { columns, rows } = await reader.execute({ sql, args });
    return { id, columns, rows };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { id, failure: failureOf(cause ?? error) };
  }
}
