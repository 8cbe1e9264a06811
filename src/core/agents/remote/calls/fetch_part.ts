import { sha256Slowly } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { RemoteReach } from "./leaving_request.ts";
import { sendRequest } from "./leaving_request.ts";
import type { RemoteRefusal, RemoteSilence } from "./refusal.ts";
import { refusedBy } from "./refusal.ts";

/** The file at the address of a part. */
export type FetchedPart =
  | {
      readonly came: "file";
      readonly bytes: Uint8Array;
      /** As lower-case hex. */
      readonly sha256: string;
    }
  /** It is not at the agent's own origin, so it stays an address. */
  | { readonly came: "elsewhere" }
  | RemoteRefusal
  | RemoteSilence;

/**
 * Fetches a file that a part names by its address, from the agent's own origin alone: an
 * agent must not choose whom else this service asks. It follows no redirect.
 */
export async function fetchPart(
  from: RemoteReach & { readonly origin: string },
  url: string,
): Promise<FetchedPart> {
  if (URL.parse(url)?.origin !== from.origin) return { came: "elsewhere" };
  const request = { method: "GET", url, body: "" } as const;
  const answer = await sendRequest(from, request, {
    headers: { accept: "*/*" },
    bytesMax: LIMITS.uploadBytesMax,
    ms: LIMITS.remoteFileMs,
  });
  if ("came" in answer) return answer;
  const { status, bytes } = answer;
  if (status !== 200) return refusedBy(answer, status);
  return { came: "file", bytes, sha256: await sha256Slowly(bytes) };
}
