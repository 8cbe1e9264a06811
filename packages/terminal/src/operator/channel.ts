import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { ProblemError } from "../problem_error.ts";
import type { Carrier } from "./runner.ts";

/** How `svc` reaches the running service; stored in a file that only its owner can read. */
export interface ChannelFile {
  readonly port: number;
  readonly token: string;
}

/** A channel that answers, as `svc` uses it. */
export interface FoundChannel {
  readonly word: ChannelFile;
  readonly url: string;
  readonly headers: { readonly authorization: string };
}

/** The header of a question that only the channel's own service can answer. */
export const NONCE_HEADER = "svc-nonce";
export const PROOF_HEADER = "svc-proof";

/** Shows that the token is known, without sending it. */
export function channelProof(token: string, nonce: string): string {
  return createHmac("sha256", token).update(nonce).digest("hex");
}

/**
 * Finds a channel that answers. The file of a killed service does not count, whatever has
 * its port by now: it gets the token only after a proof that it has it.
 */
export async function findChannel(
  path: string | null,
): Promise<FoundChannel | undefined> {
  if (path === null) return undefined;
  try {
    const word: ChannelFile = JSON.parse(await readFile(path, "utf8"));
    const url = `http://127.0.0.1:${word.port}/`;
    const nonce = randomUUID();
    const { status, headers } = await fetch(url, {
      headers: { [NONCE_HEADER]: nonce },
      signal: AbortSignal.timeout(LIMITS.operatorAnswerMs),
    });
    const isIt = headers.get(PROOF_HEADER) === channelProof(word.token, nonce);
    if (status !== 204 || !isIt) return undefined;
    return { word, url, headers: { authorization: `Bearer ${word.token}` } };
  } catch {
    return undefined;
  }
}

/** Carries calls to the running service. */
export function throughChannel({ url, headers }: FoundChannel): Carrier {
  const send = (path: string, body: object) =>
    fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    async takeMail(handed) {
      const response = await send("mail", handed);
      const body = await response.json();
      if (!response.ok) throw new ProblemError(body);
      return body;
    },
    async call(operation, input) {
      const response = await send("", { operation, input });
      const body = await response.json();
      return response.ok ? { output: body.output } : { problem: body };
    },
    close: async () => {},
  };
}
