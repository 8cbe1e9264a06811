import type { Static } from "typebox";
import type { Config } from "../../config/config.ts";
import { LIMITS } from "../../core/base/limits.ts";
import type { inspectService } from "../../core/operations/inspect_service.ts";
import type { probeWebhooks } from "../../core/operations/probe_webhooks.ts";

/** The result of one check. */
export interface Found {
  /** `note`: it works, but an operator may want to know. */
  readonly is: "ok" | "note" | "bad";
  readonly found: string;
  /** The remedy for the operator. */
  readonly fix?: string;
}

/** The input of the checks. */
export interface Patient {
  readonly config: Config;
  /** The state reported by the running service, or of its database read by this process. */
  readonly service: Static<(typeof inspectService)["output"]>;
  /** The answers of webhooks to a test event, if one was sent. */
  readonly probed?: Static<(typeof probeWebhooks)["output"]>["probed"];
  /** Milliseconds since the epoch, here. */
  readonly now: number;
}

/** One line of `svc doctor`. */
export interface Check {
  readonly name: string;
  look(patient: Patient): Promise<Found>;
}

export const ok = (found: string): Found => ({ is: "ok", found });

export const note = (found: string, fix?: string): Found => ({
  is: "note",
  found,
  ...(fix !== undefined && { fix }),
});

export const bad = (found: string, fix: string): Found => ({
  is: "bad",
  found,
  fix,
});

/**
 * An error as part of a sentence, without URLs, which could contain a password.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(/\b\w+:\/\/\S+/g, "…")
    .slice(0, LIMITS.doctorReasonCharsMax);
}

/** Runs a check; an exception counts as bad. */
export async function looked(
  look: () => Promise<Found>,
  fix: string,
): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    return bad(reasonOf(error), fix);
  }
}

const GIB = 1024 ** 3;

/** Bytes for a person. */
export function shownBytes(bytes: number): string {
  return bytes < GIB
    ? `${(bytes / 1024 ** 2).toFixed(0)} MiB`
    : `${(bytes / GIB).toFixed(1)} GiB`;
}
