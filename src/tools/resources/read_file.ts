import { LIMITS } from "../../core/base/limits.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { textOfFile } from "../../core/conversations/acts/thread/file_text.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { getArtifact } from "../../core/operations/get_artifact.ts";
import { outputOf } from "../../core/pipeline/call.ts";
import { shownType } from "../file_blocks.ts";
import { readByTool } from "./read_by_tool.ts";
import type { Resource } from "./resource.ts";

const asTool = readByTool("svc.read_artifact");

/**
 * Reads a file: text as the tool returns it, fenced; other files as bytes.
 * @throws payload_too_large
 */
export const readFile: Resource["read"] = async (server, asked, variables) => {
  const output = await outputOf(
    server.services,
    getArtifact,
    asked.caller,
    variables,
  );
  const { artifact, bytes } = output;
  const bytesMax = LIMITS.readableFileBytesMax;
  if (bytes && bytes.length > bytesMax) {
    throw new ServiceError("payload_too_large", {
      detail: toldAsIs(
        `Cannot read this file here: it has more than ${bytesMax} bytes. Download it from downloadUrl.`,
      ),
      extra: { bytesMax },
    });
  }
  if (!bytes || textOfFile(bytes) !== undefined) {
    return await asTool(server, asked, variables);
  }
  return [{ mimeType: shownType(artifact.mimeType), blob: bytes.toBase64() }];
};
