/** What a report of a mail system, or a reader's own mail, says. */
export type BounceReport =
  | {
      readonly kind: "hard" | "soft" | "complaint";
      readonly messageId: string;
      readonly status: string;
    }
  | { readonly kind: "unsubscribe"; readonly token: string };

const MESSAGE_ID = /^(?:X-)?(?:Original-)?Message-ID:\s*<([^<>\s]+)>/gim;
const STATUS = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im;
const ACTION = /^Action:\s*([a-z]+)/im;
const FEEDBACK = /^Feedback-Type:\s*([a-z-]+)/im;
const UNSUBSCRIBE = /^Subject:\s*unsubscribe\s+([A-Za-z0-9_-]{22})\s*$/im;

/**
 * Reads a raw mail that came back: a delivery status notification (RFC 3464), an
 * abuse report (RFC 5965), or an answer to the `mailto:` of List-Unsubscribe. Which
 * mail it is about, only its Message-ID says: who claims to have bounced may be made
 * up. `ours` is the domain of our Message-IDs. Pure.
 */
export function readBounce(
  raw: string,
  ours: string,
): BounceReport | undefined {
  const text = raw.replaceAll("\r\n", "\n");
  // A quoted-printable part breaks a long line with "=".
  const whole = text.replaceAll(/=\n/g, "").replaceAll(/\n[ \t]+/g, " ");
  const messageId = [...whole.matchAll(MESSAGE_ID)]
    .map((it) => it[1] ?? "")
    .findLast((it) => it.endsWith(`@${ours}`));
  const feedback = FEEDBACK.exec(whole)?.[1]?.toLowerCase();
  if (feedback !== undefined && messageId !== undefined) {
    return { kind: "complaint", messageId, status: feedback };
  }
  const action = ACTION.exec(whole)?.[1]?.toLowerCase();
  if (action !== undefined && messageId !== undefined) {
    const status = STATUS.exec(whole)?.[1] ?? "";
    const isHard = action === "failed" && !status.startsWith("4");
    return { kind: isHard ? "hard" : "soft", messageId, status };
  }
  const token = UNSUBSCRIBE.exec(whole)?.[1];
  return token === undefined ? undefined : { kind: "unsubscribe", token };
}
