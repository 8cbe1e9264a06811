import { phrase } from "../base/words/say.ts";

/** The data that goes with an account, in words for its owner (docs/deletion.md). */
export const ERASED = [
  phrase`Your sign-in, sessions, passkeys and the accesses of your agents.`,
  phrase`Drafts, what only you could read, and what was imported.`,
  phrase`Contacts, labels, rules, profile, prices, webhooks, notifications and exports.`,
  phrase`Your name: others read Deleted account in its place.`,
];

/** The data that remains, and where. */
export const STAYS = [
  phrase`What you sent to others and they to you, in their inboxes, with your address.`,
  phrase`Records of the audit chains, which are hashes and times, and the log.`,
  phrase`Payments, receipts and the ledger, and conversations that had a price.`,
  phrase`Your address, which nobody gets again; reports of abuse that you made.`,
  phrase`Backups that the operator made before.`,
];
