import type { Static } from "typebox";
import { requireScope } from "../access/access.ts";
import type {
  AccountChange,
  CommandCall,
  QueryCall,
} from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { cleanLine } from "../base/text.ts";
import { showTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Standing } from "./contact_types.ts";
import type { ContactRow } from "./contacts_store.ts";
import { contactStore } from "./contacts_store.ts";
import { resolveText } from "./resolve.ts";
import type { ContactSchema } from "./schemas.ts";

/** An address as the caller sees it: its account, and the caller's entry for it, if any. */
export interface ContactPlace {
  /** The address as written here. */
  readonly address: string;
  /** The account behind it; null for an ordinary address. */
  readonly contactId: string | null;
  readonly row: ContactRow | undefined;
}

/**
 * Finds the caller's entry for an address: an account is one contact under all its addresses.
 * @throws invalid_address
 */
export async function contactAt(
  call: QueryCall,
  text: string,
): Promise<ContactPlace> {
  const { accountId: ownerId } = call.member;
  const store = contactStore(call.db);
  const found = await resolveText(call, text);
  const { address } = found;
  const here = await store.at(ownerId, address);
  if (found.kind === "email") return { address, contactId: null, row: here };
  const contactId = found.accountId;
  const known = await store.ofAccount(ownerId, contactId);
  // An entry from before the address belonged to an account.
  const earlier = here?.contactId === null ? here : undefined;
  return { address, contactId, row: known ?? earlier };
}

/** The same for an entry that must exist. @throws contact_not_found, invalid_address */
export async function knownContact(
  call: QueryCall,
  text: string,
): Promise<ContactRow> {
  const { row } = await contactAt(call, text);
  if (row) return row;
  throw new ServiceError("contact_not_found", {
    detail: told`Cannot find this address among your contacts.`,
  });
}

/** The fields that an owner sets for a contact; a missing one stays. */
export interface ContactWords {
  readonly contactType?: ContactRow["contactType"];
  readonly blocked?: boolean;
  readonly allowed?: boolean;
  readonly name?: string;
}

/** A contact before and after a change. */
export interface ContactChange {
  readonly before: ContactRow | undefined;
  readonly after: ContactRow;
}

/**
 * The caller's entry for an address after a change.
 * @throws invalid_address, invalid_input, insufficient_scope, quota_exceeded
 */
export async function contactChange(
  call: CommandCall,
  place: ContactPlace,
  { contactType, name, ...said }: ContactWords,
): Promise<ContactChange> {
  const { row: before, contactId } = place;
  if (!before) await checkNewContact(call, place);
  return {
    before,
    after: {
      ownerId: call.member.accountId,
      address: before?.address ?? place.address,
      contactId: contactId ?? before?.contactId ?? null,
      name: name === undefined ? (before?.name ?? "") : cleanLine(name),
      contactType: contactType ?? before?.contactType ?? "everyone",
      standing: standingAfter(before?.standing ?? "usual", said),
      byAgent: isByAgent(call, before),
      createdAt: before?.createdAt ?? call.now,
      updatedAt: call.now,
    },
  };
}

/** True for a contact that only agents have met; an act of the person confirms them. */
export function isByAgent(
  { member }: Pick<QueryCall, "member">,
  before: Pick<ContactRow, "byAgent"> | undefined,
): boolean {
  return member.kind === "agent" && before?.byAgent !== false;
}

/** True if a change changes nothing. */
export function isSameContact(before: ContactRow, after: ContactRow): boolean {
  return (
    before.contactId === after.contactId &&
    before.name === after.name &&
    before.contactType === after.contactType &&
    before.standing === after.standing &&
    before.byAgent === after.byAgent
  );
}

/** Shows a contact to its owner. */
export function presentContact(row: ContactRow): Static<typeof ContactSchema> {
  return {
    address: row.address,
    account: row.contactId !== null,
    name: row.name,
    contactType: row.contactType,
    blocked: row.standing === "blocked",
    allowed: row.standing === "allowed",
    createdAt: showTime(row.createdAt),
    updatedAt: showTime(row.updatedAt),
  };
}

/**
 * The contact's standing after `blocked` and `allowed` were given: each ends the other.
 * @throws invalid_input for both at once
 */
function standingAfter(
  before: Standing,
  said: { readonly blocked?: boolean; readonly allowed?: boolean },
): Standing {
  if (said.blocked && said.allowed) {
    const detail = told`a contact can be blocked or allowed, not both`;
    throw new ServiceError("invalid_input", {
      detail: told`Cannot save the contact: ${detail}.`,
      errors: [{ pointer: "/allowed", code: "conflict", detail }],
    });
  }
  if (said.blocked) return "blocked";
  if (said.allowed) return "allowed";
  const isEnded =
    (before === "blocked" && said.blocked === false) ||
    (before === "allowed" && said.allowed === false);
  return isEnded ? "usual" : before;
}

/** @throws invalid_address for one of the caller's own addresses */
export function refuseOwn(
  { member }: CommandCall,
  { contactId }: ContactPlace,
  what: Sentence,
): void {
  if (contactId !== member.accountId) return;
  const detail = told`it is your own address`;
  throw new ServiceError("invalid_address", {
    detail: told`Cannot ${what}: ${detail}.`,
    errors: [{ pointer: "/address", code: "own_address", detail }],
  });
}

/**
 * Checks whether the caller may add a contact: not themselves, not too many, and an agent
 * only with the scope for new contacts.
 * @throws invalid_address, insufficient_scope, quota_exceeded
 */
async function checkNewContact(
  call: CommandCall,
  place: ContactPlace,
): Promise<void> {
  const { accountId } = call.member;
  refuseOwn(call, place, told`save the contact`);
  requireScope(call.member, "contacts:new", told`add a contact`);
  if ((await contactStore(call.db).count(accountId)) < LIMITS.contactsMax) {
    return;
  }
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot save another contact: you have ${LIMITS.contactsMax} already.`,
  });
}

/** Records a change of a contact; outside addresses stay out of the chain. */
export function recordContact(
  call: CommandCall,
  type: keyof typeof BECAME,
  { ownerId, address, contactId, contactType, standing }: ContactRow,
): void {
  call.record({
    chainId: ownerId,
    type,
    refs: { ...(contactId !== null && { contactId }), contactType, standing },
  });
  call.changed(contactChanged({ ownerId, address }, BECAME[type]));
}

/** The event that a contact was created, changed or removed, for its owner. */
export function contactChanged(
  { ownerId, address }: Pick<ContactRow, "ownerId" | "address">,
  what: "created" | "changed" | "gone",
): AccountChange {
  return { accountId: ownerId, kind: "contact", objectId: address, what };
}

const BECAME = {
  "contact.added": "created",
  "contact.changed": "changed",
  "contact.removed": "gone",
} as const;
