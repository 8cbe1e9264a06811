/** Two keys, one after the other, that lead somewhere. */
export const JUMPS: readonly {
  readonly keys: string;
  readonly path: string;
  readonly name: string;
}[] = [
  { keys: "g n", path: "/needs-you", name: "Needs you" },
  { keys: "g i", path: "/inbox", name: "Inbox" },
  { keys: "g r", path: "/requests", name: "Requests" },
  { keys: "g w", path: "/waiting", name: "Waiting on others" },
  { keys: "g h", path: "/snoozed", name: "Snoozed" },
  { keys: "g s", path: "/sent", name: "Sent" },
  { keys: "g d", path: "/drafts", name: "Drafts" },
  { keys: "g p", path: "/payments", name: "Payments" },
  { keys: "g e", path: "/archive", name: "Archive" },
  { keys: "g ,", path: "/settings", name: "Settings" },
];
