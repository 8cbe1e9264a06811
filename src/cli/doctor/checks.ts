import { CHAIN } from "./chain.ts";
import type { Check } from "./check.ts";
import { DATABASE, SERVER, SETTINGS_CHECK } from "./database.ts";
import { FEDERATION } from "./federation.ts";
import { CLOCK, DISK, KEY_FILES, PERMISSIONS } from "./machine.ts";
import { DKIM, RELAY, SENDER_RECORDS } from "./mail.ts";
import { BASE, CARD_HOSTS, DNS } from "./network.ts";
import { BACKUPS, VERIFIED } from "./upkeep.ts";
import { WEBHOOKS } from "./webhooks.ts";
import { WITNESSES } from "./witnesses.ts";

/** The checks of `svc doctor`, in order. */
export const CHECKS: readonly Check[] = [
  SETTINGS_CHECK,
  CLOCK,
  DISK,
  PERMISSIONS,
  KEY_FILES,
  DATABASE,
  SERVER,
  BACKUPS,
  VERIFIED,
  WITNESSES,
  BASE,
  CARD_HOSTS,
  DNS,
  FEDERATION,
  RELAY,
  DKIM,
  SENDER_RECORDS,
  WEBHOOKS,
  CHAIN,
];
