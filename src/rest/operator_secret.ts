import { timingSafeEqual } from "node:crypto";
import { sha256 } from "../core/base/digest.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { RequestInfo } from "../http/request_info.ts";

/**
 * Compares hashes, which are of one length, in constant time.
 * @throws unauthenticated
 */
export function requireSecret(
  { bearer = "" }: RequestInfo,
  secret: string,
): void {
  const isRight = timingSafeEqual(
    Buffer.from(sha256(bearer)),
    Buffer.from(sha256(secret)),
  );
  if (isRight) return;
  throw new ServiceError("unauthenticated", {
    detail: told`Sign in required.`,
  });
}
