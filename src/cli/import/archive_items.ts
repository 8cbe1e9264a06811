import type { Archive } from "../../../packages/verify/src/findings.ts";
import { pathsIn } from "../../../packages/verify/src/findings.ts";
import type { Row } from "../../../packages/verify/src/rows.ts";
import {
  memberText,
  numberIn,
  rowsIn,
} from "../../../packages/verify/src/rows.ts";
import { LIMITS } from "../../core/base/limits.ts";
import type { ImportItem } from "../../core/conversations/acts/imported/imports.ts";
import {
  isForeignId,
  readImportedConversation,
  readImportedMessage,
} from "../../core/conversations/acts/imported/read_said.ts";

/** Something to import, read only when its turn comes. */
export type Waiting = () => Promise<ImportItem>;

/**
 * The items to import from an archive, always in the same order: conversations,
 * messages, then the parts of files. Only one file is in memory at a time.
 */
export async function* itemsOf(archive: Archive): AsyncGenerator<Waiting> {
  for await (const row of linesOf(archive, "conversations")) {
    const conversation = readImportedConversation(row);
    if (conversation) yield async () => ({ conversation });
  }
  for await (const row of linesOf(archive, "messages")) {
    const message = readImportedMessage(row);
    if (message) yield async () => ({ message });
  }
  for await (const row of linesOf(archive, "artifacts")) {
    yield* partsOf(archive, row);
  }
}

async function* linesOf(archive: Archive, table: string): AsyncGenerator<Row> {
  for (const path of pathsIn(archive, table)) {
    yield* rowsIn(await archive.read(path));
  }
}

/** A file is at the path of its id; other paths in the archive are ignored. */
function* partsOf(archive: Archive, row: Row): Generator<Waiting> {
  const artifactId = memberText(row, "artifactId");
  const path = `files/${artifactId}`;
  const size = numberIn(row, "size");
  if (!isForeignId(artifactId) || !archive.has(path)) return;
  if (size > LIMITS.uploadBytesMax) return;
  const most = LIMITS.importSliceBytes;
  let whole: Promise<Uint8Array> | undefined;
  for (let part = 0; part === 0 || part * most < size; part++) {
    yield async () => {
      whole ??= archive.read(path);
      const bytes = (await whole).subarray(part * most, (part + 1) * most);
      const base64 = Buffer.from(bytes).toString("base64");
      return { file: { artifactId, part, base64 } };
    };
  }
}
