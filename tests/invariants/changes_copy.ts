import { ServiceError } from "../../src/core/errors/errors.ts";
import type { SettingName } from "../../src/core/events/setting_changes.ts";
import { ACCOUNT_SETTINGS } from "../../src/core/events/setting_changes.ts";
import { getAccount } from "../../src/core/operations/get_account.ts";
import { getContact } from "../../src/core/operations/get_contact.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { getFreeAddress } from "../../src/core/operations/get_free_address.ts";
import { getNotifications } from "../../src/core/operations/get_notifications.ts";
import { getProfile } from "../../src/core/operations/get_profile.ts";
import { listChanges } from "../../src/core/operations/list_changes.ts";
import { listContacts } from "../../src/core/operations/list_contacts.ts";
import { listCredentials } from "../../src/core/operations/list_credentials.ts";
import { listDomains } from "../../src/core/operations/list_domains.ts";
import { listInboxRules } from "../../src/core/operations/list_inbox_rules.ts";
import { listLabels } from "../../src/core/operations/list_labels.ts";
import { listOffers } from "../../src/core/operations/list_offers.ts";
import { listPayments } from "../../src/core/operations/list_payments.ts";
import { listSessions } from "../../src/core/operations/list_sessions.ts";
import { listTeams } from "../../src/core/operations/list_teams.ts";
import { listTemplates } from "../../src/core/operations/list_templates.ts";
import { listWebhooks } from "../../src/core/operations/list_webhooks.ts";
import type { Actor } from "../core/core_harness.ts";
import type { World } from "./world.ts";

/** The data of an account, as the service shows it. */
interface Everything {
  readonly conversations: Map<string, unknown>;
  readonly contacts: Map<string, unknown>;
  readonly payments: Map<string, unknown>;
  readonly settings: Map<string, unknown>;
}

/** How a copy is kept: how much it asks for at once, and in which order it reads. */
export interface Habit {
  readonly limit: number;
  readonly backwards: boolean;
  /** Done between the answer that names what changed, and the reading of it. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** A client's copy of all that one account has, kept by what changed. */
export class ChangesCopy {
  readonly #who: Actor;
  #state = "";
  readonly has: Everything = {
    conversations: new Map(),
    contacts: new Map(),
    payments: new Map(),
    settings: new Map(),
  };

  constructor(who: Actor) {
    this.#who = who;
  }

  /** The state first, then everything. */
  async begin(world: World): Promise<void> {
    this.#state = (await this.#who.run(listChanges, {})).state;
    const { has } = await everything(world, this.#who);
    for (const kind of KINDS) {
      for (const [id, value] of has[kind]) this.has[kind].set(id, value);
    }
  }

  /** Asks until there is no more, and reads what it was named. */
  async sync({ limit, backwards, meanwhile }: Habit): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const since = this.#state;
      const page = await this.#who.run(listChanges, { since, limit });
      await meanwhile?.();
      const named = KINDS.flatMap((kind) => {
        const { created, changed, gone } = page[kind];
        for (const id of gone) this.has[kind].delete(id);
        return [...created, ...changed].map((id) => ({ kind, id }));
      });
      if (backwards) named.reverse();
      for (const { kind, id } of named) await this.#read(kind, id);
      ({ hasMore, state: this.#state } = page);
    }
  }

  async #read(kind: Kind, id: string): Promise<void> {
    if (kind === "settings" && id === "labels") {
      for (const [at, value] of this.has.conversations) {
        const { labels = [] } = { ...Object(value) };
        if (labels.length > 0) await this.#read("conversations", at);
      }
    }
    const value = await read(this.#who, kind, id);
    if (value === undefined) this.has[kind].delete(id);
    else this.has[kind].set(id, value);
  }
}

const KINDS = ["conversations", "contacts", "payments", "settings"] as const;
type Kind = (typeof KINDS)[number];

const ABSENT: readonly string[] = [
  "conversation_not_found",
  "contact_not_found",
];

/** How each setting is read (docs/events.md, Settings). */
const SETTINGS: Record<SettingName, (who: Actor) => Promise<unknown>> = {
  labels: (who) => who.run(listLabels, {}),
  rules: (who) => who.run(listInboxRules, {}),
  templates: (who) => who.run(listTemplates, {}),
  offers: (who) => who.run(listOffers, {}),
  profile: (who) => who.run(getProfile, {}),
  teams: (who) => who.run(listTeams, {}),
  addresses: async (who) => [
    await who.run(getFreeAddress, {}),
    await who.run(listDomains, {}),
  ],
  notifications: (who) => who.run(getNotifications, {}),
  payout: async (who) => (await who.run(getAccount, {})).payout,
  access: (who) => who.run(listCredentials, {}),
  sign_in: (who) => who.run(listSessions, {}),
  webhooks: (who) => who.run(listWebhooks, {}),
};

const SETTING_NAMES = Object.keys(ACCOUNT_SETTINGS).map(settingNamed);

function settingNamed(id: string): SettingName {
  if (id in ACCOUNT_SETTINGS) return id as SettingName;
  throw new Error(`No setting is called ${id}`);
}

/** Reads one thing as the service shows it now; undefined if it is not there. */
async function read(who: Actor, kind: Kind, id: string): Promise<unknown> {
  try {
    if (kind === "conversations") return await conversationOf(who, id);
    if (kind === "contacts") return await who.run(getContact, { address: id });
    if (kind === "payments") return (await entriesOf(who)).get(id);
    return await SETTINGS[settingNamed(id)](who);
  } catch (error) {
    if (error instanceof ServiceError && ABSENT.includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

/** Without what depends on the moment alone, such as what may be done now. */
async function conversationOf(who: Actor, conversationId: string) {
  const { conversation } = await who.run(getConversation, { conversationId });
  const { version, state, title, updatedAt } = conversation;
  const { unread, archived, snoozedUntil, labels } = conversation;
  const { messages, payment } = conversation;
  return {
    ...{ version, state, title, updatedAt, unread, archived },
    ...{ snoozedUntil, labels },
    messages: messages.map(({ messageId }) => messageId),
    paid: payment?.status,
  };
}

async function entriesOf(who: Actor): Promise<Map<string, unknown>> {
  const entries = new Map<string, unknown>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await who.run(listPayments, {
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { transferId, kind, amount, balanceAfter } of page.entries) {
      entries.set(transferId, { kind, amount, balanceAfter });
    }
    cursor = page.nextCursor;
  }
  return entries;
}

/** All that an account has, read anew from its lists. */
export async function everything(
  { core }: World,
  who: Actor,
): Promise<ChangesCopy> {
  const copy = new ChangesCopy(who);
  const { has } = copy;
  const rows = await core.rows(
    `select conversation_id from participants where account_id = '${who.accountId}' and reached`,
  );
  for (const [id] of rows) {
    const value = await read(who, "conversations", String(id));
    has.conversations.set(String(id), value);
  }
  const { contacts } = await who.run(listContacts, { limit: 100 });
  for (const { address } of contacts) {
    has.contacts.set(address, await who.run(getContact, { address }));
  }
  for (const [id, entry] of await entriesOf(who)) has.payments.set(id, entry);
  for (const id of SETTING_NAMES) {
    has.settings.set(id, await read(who, "settings", id));
  }
  return copy;
}
