import { Problem, Unreached } from "../../../client/src/problem.ts";
import { actingHeaders } from "./acting_as.ts";
import { bearer } from "./session.ts";
import type { Artifact } from "./types.ts";

/** The file to upload, and the listener for its progress. */
interface Upload {
  readonly file: File;
  /** Called with the uploaded part, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds a file to a conversation; with XMLHttpRequest, since only it reports progress. */
export async function upload(
  conversationId: string,
  { file, onProgress, headers = {} }: Upload,
): Promise<Artifact> {
  const token = await bearer();
  const body = JSON.stringify({
    name: file.name,
    mimeType: mimeTypeOf(file),
    bytes: new Uint8Array(await file.arrayBuffer()).toBase64(),
  });
  const request = new XMLHttpRequest();
  request.open("POST", `/v1/conversations/${conversationId}/artifacts`);
  request.setRequestHeader("authorization", `Bearer ${token}`);
  request.setRequestHeader("content-type", "application/json");
  const all = { ...actingHeaders(), ...headers };
  for (const [name, value] of Object.entries(all)) {
    request.setRequestHeader(name, value);
  }
  return await new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Unreached());
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status < 300) resolve(answer.artifact);
      else reject(new Problem(request.status, answer));
    };
    request.send(body);
  });
}

/** The type that the service accepts: without parameters, in lower case. */
function mimeTypeOf({ type }: File): string {
  const [plain = ""] = type.toLowerCase().split(";");
  return plain.trim() || "application/octet-stream";
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
