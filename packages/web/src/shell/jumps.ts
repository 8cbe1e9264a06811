import { t } from "../ui/t.ts";

/** Two keys in sequence that lead to a place. */
export const JUMPS: readonly {
  readonly keys: string;
  readonly path: string;
  readonly name: string;
}[] = [
  { keys: "g n", path: "/needs-you", name: t`Needs you` },
  { keys: "g i", path: "/inbox", name: t`Inbox` },
  { keys: "g r", path: "/requests", name: t`Requests` },
  { keys: "g w", path: "/waiting", name: t`Waiting on others` },
  { keys: "g h", path: "/snoozed", name: t`Snoozed` },
  { keys: "g s", path: "/sent", name: t`Sent` },
  { keys: "g d", path: "/drafts", name: t`Drafts` },
  { keys: "g p", path: "/payments", name: t`Payments` },
  { keys: "g e", path: "/archive", name: t`Archived` },
  { keys: "g ,", path: "/settings", name: t`Settings` },
];
