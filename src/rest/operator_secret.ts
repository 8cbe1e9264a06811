import { timingSafeEqual } from "node:crypto";
import { SIGN_IN_REQUIRED } from "../core/access/operation.ts";
import { sha256 } from "../core/base/digest.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { RequestInfo } from "../http/request_info.ts";

/** Compares hashes, which have equal lengths, in constant time. @throws unauthenticated */
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
    detail: SIGN_IN_REQUIRED,
  });
}
