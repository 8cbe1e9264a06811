/** What goes with an account, in words for its owner (docs/deletion.md). */
export const ERASED = [
  "Your sign-in, sessions, passkeys and the accesses of your agents.",
  "Drafts, what only you could read, and what was imported.",
  "Contacts, labels, rules, profile, prices, webhooks, notifications and exports.",
  "Your name: others read Deleted account in its place.",
];

/** What remains, and where. */
export const STAYS = [
  "What you sent to others and they to you, in their inboxes, with your address.",
  "Records of the audit chains, which are hashes and times, and the log.",
  "Payments, receipts and the ledger, and conversations that had a price.",
  "Your address, which nobody gets again; reports of abuse that you made.",
  "Backups that the operator made before.",
];
