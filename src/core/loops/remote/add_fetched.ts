import { rowOf, ServiceError } from "../../errors/errors.ts";
import { addArtifact } from "../../operations/add_artifact.ts";
import type { Services } from "../../pipeline/call.ts";
import { callOperation } from "../../pipeline/call.ts";
import type { Carriers } from "../../senders/sender.ts";

/** Adds fetched files in the name of their senders, each once, however often it is tried. */
export function fileAdder(services: Services): Carriers["addFile"] {
  return async (principal, key, file) => {
    const requestId = `fetch-${services.randomBytes(8).toHex()}`;
    const caller = { principal, via: "system", requestId } as const;
    try {
      const own = { ...caller, idempotencyKey: `fetched:${key}` };
      await callOperation(services, addArtifact, own, file);
      return "added";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status } = rowOf(error);
      return status === 429 || status >= 500 ? "later" : error.code;
    }
  };
}
