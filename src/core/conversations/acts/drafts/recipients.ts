import type { QueryCall } from "../../../access/context.ts";
import { entriesAmong } from "../../../addresses/acquaintance.ts";
import { parseRecipientAt } from "../../../addresses/address.ts";
import type { ForeignAccount } from "../../../addresses/foreign/foreign_store.ts";
import type { Remote } from "../../../addresses/foreign/remote.ts";
import type { Resolved } from "../../../addresses/resolve.ts";
import { accountClosed, resolveText } from "../../../addresses/resolve.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { requireReach } from "../../../federation/policy.ts";
import type { Conversation, Participant, Role } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import type { ComposeInput } from "./compose.ts";

/** An address and its role. */
export interface Named {
  readonly address: string;
  readonly role: Exclude<Role, "sender">;
}

const NAMED_ROLES = ["to", "cc", "bcc"] as const;

/**
 * Reads to, cc and bcc; an address counts once, in its first role. An absent field keeps the
 * earlier ones.
 * @throws invalid_address, invalid_input for too many
 */
export function readRecipients(
  input: ComposeInput,
  before: readonly Participant[],
): readonly Named[] {
  const named = new Map<string, Named>();
  for (const role of NAMED_ROLES) {
    const given = input[role];
    const texts =
      given === undefined
        ? before.filter((it) => it.role === role).map((it) => it.address)
        : typeof given === "string"
          ? [given]
          : given;
    for (const [index, text] of texts.entries()) {
      const address = parseRecipientAt(text, `/${role}/${index}`);
      if (!named.has(address)) named.set(address, { address, role });
    }
  }
  if (named.size > LIMITS.recipientsMax) {
    throw new ServiceError("invalid_input", {
      detail: told`Cannot send to more than ${LIMITS.recipientsMax} recipients.`,
      errors: [
        {
          pointer: "/to",
          code: "too_many",
          detail: told`at most ${LIMITS.recipientsMax} recipients in all`,
        },
      ],
    });
  }
  return [...named.values()];
}

/** A recipient of a draft, not looked up yet. */
export function unresolved(
  { address, role }: Named,
  position: number,
  now: number,
): Participant {
  return {
    position,
    accountId: null,
    address,
    displayName: address,
    role,
    kind: "email",
    deliveryState: "pending",
    deliveryAt: now,
    joinedAt: null,
    remote: null,
    knows: [],
    knowsAs: {},
    reached: false,
  };
}

/** The recipients of a draft, and those whose account is closed. */
export interface LookedUp {
  readonly participants: readonly Participant[];
  readonly closed: readonly Participant[];
}

/**
 * A sender whose own service is elsewhere reaches open accounts of this one alone: nobody else
 * speaks for the others. An unknown address and a closed account are not told apart.
 * @throws account_not_found
 */
function refuseNotHere(found: Resolved, { role }: Participant): void {
  if (found.kind === "account" && found.isOpen && !found.foreign) return;
  const detail = told`no account here has the address ${found.address}`;
  throw new ServiceError("account_not_found", {
    detail: told`Cannot send: ${detail}.`,
    errors: [{ pointer: `/${role}`, code: "account_not_found", detail }],
  });
}

/**
 * Looks up the recipients of a draft (docs/addresses.md, Resolving). Two addresses of one
 * account count once; the sender is no recipient.
 */
export async function lookUpRecipients(
  call: QueryCall,
  draft: Conversation,
): Promise<LookedUp> {
  const [sender, ...named] = draft.participants;
  if (!sender) throw new RangeError("A conversation has a sender");
  const accounts = new Set([draft.ownerId]);
  const resolved: Participant[] = [];
  const closed: Participant[] = [];
  for (const it of named) {
    const found = await resolveText(call, it.address);
    if (call.member.origin !== undefined) refuseNotHere(found, it);
    if (found.kind === "account") {
      const { foreign, isOpen } = found;
      if (foreign && isOpen) await requireReach(call, foreign);
      if (accounts.has(found.accountId)) continue;
      accounts.add(found.accountId);
    }
    const participant = resolvedParticipant(it, found, resolved.length + 1);
    resolved.push(participant);
    if (found.kind === "account" && !found.isOpen) closed.push(participant);
  }
  const participants = await acquainted(call, [sender, ...resolved]);
  return { participants, closed };
}

/** @throws invalid_address for an account that the operator has closed */
export function refuseAccountClosed({
  closed: [first],
}: Pick<LookedUp, "closed">): void {
  if (first) throw accountClosed(first.address, `/${first.role}`);
}

/** Each recipient with the other participants in their contacts, and the types. */
async function acquainted(
  call: QueryCall,
  participants: readonly Participant[],
): Promise<readonly Participant[]> {
  const at = new Map(
    participants.map(({ accountId, position }) => [accountId, position]),
  );
  const ids = participants.flatMap(({ accountId }) => accountId ?? []);
  const entries = await entriesAmong(call, ids);
  return participants.map((participant) => {
    const own = entries.filter(
      ({ ownerId }) => ownerId === participant.accountId,
    );
    const known = own.flatMap(({ contactId, contactType }) => {
      const position = contactId === null ? undefined : at.get(contactId);
      return position === undefined ? [] : [[position, contactType] as const];
    });
    const knows = known.map(([position]) => position).toSorted((a, b) => a - b);
    return {
      ...participant,
      // A recipient's admission rules depend only on the sender.
      knows:
        participant.role === "sender"
          ? knows
          : knows.filter((it) => it === SENDER),
      knowsAs: Object.fromEntries(known),
    };
  });
}

function resolvedParticipant(
  it: Participant,
  found: Resolved,
  position: number,
): Participant {
  if (found.kind === "email") {
    // At the last look-up the address may have belonged to an account.
    const { address } = found;
    return {
      ...it,
      accountId: null,
      kind: "email",
      displayName: address,
      position,
      address,
      remote: null,
    };
  }
  return {
    ...it,
    position,
    accountId: found.accountId,
    address: found.address,
    displayName: found.displayName,
    kind: found.accountKind,
    remote: found.foreign && unmet(found.foreign),
  };
}

/** The side at another service before anything was sent there. */
export function unmet({
  cardUrl: card,
  origin,
  isFederated,
}: ForeignAccount): Remote {
  return {
    card,
    origin,
    taskId: null,
    contextId: null,
    state: null,
    seenAt: null,
    ...(!isFederated && { plain: true }),
  };
}
