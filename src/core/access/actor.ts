import { sha256 } from "../base/digest.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import { calledOf } from "./actor_name.ts";
import type { Principal } from "./principal.ts";

export const ACTOR_KINDS = [
  "person",
  "agent",
  "guest",
  "remote",
  "operator",
  "service",
  "system",
] as const;

/**
 * The author of an act, stored with the act (docs/trust.md), so that no later rename or
 * revocation loses it.
 */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The account that acted; absent for an invited guest and for the clock. */
  readonly accountId?: string;
  /** A guest's. */
  readonly address?: string;
  /** The access of an agent or of a team's member, and its name at that time. */
  readonly credentialId?: string;
  readonly name?: string;
}

/** An actor as shown to one viewer. */
export interface ActorView {
  readonly kind: Actor["kind"];
  /** The text to show for it. */
  readonly label: string;
  readonly name?: string;
  readonly credentialId?: string;
}

/** The reader, and what is known of the account that acted. */
export interface ActorReader {
  readonly viewerId: string | null;
  /** Display name of the actor's account, if the reader may know it. */
  readonly holder?: string | undefined;
}

/** The service itself, for what the clock causes. */
export const SYSTEM_ACTOR: Actor = { kind: "system" };

/** The actor of a call. */
export function actorOf({
  caller: { principal },
}: {
  readonly caller: { readonly principal: Principal };
}): Actor {
  switch (principal.kind) {
    case "person":
    case "agent":
    case "service": {
      const { accountId, credentialId, credentialName: name } = principal;
      const kind = principal.team?.by.kind ?? principal.kind;
      if (principal.origin !== undefined) return { kind: "remote", accountId };
      return {
        kind,
        accountId,
        ...(credentialId !== undefined && { credentialId }),
        ...(name !== undefined && { name }),
      };
    }
    case "newcomer":
      return { kind: "person", accountId: principal.accountId };
    case "guest":
      return {
        kind: "guest",
        address: principal.address,
        ...(principal.accountId !== undefined && {
          accountId: principal.accountId,
        }),
      };
    case "operator":
      return { kind: "operator" };
    default:
      return SYSTEM_ACTOR;
  }
}

/** True if both name the same actor by the same access. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return (
    one.kind === other.kind &&
    one.accountId === other.accountId &&
    one.credentialId === other.credentialId &&
    one.name === other.name &&
    one.address === other.address
  );
}

/**
 * An actor for one viewer: only its own account sees which access it was. The name of a person
 * who acts as a team is in the label for everyone who knows the team.
 */
export function presentActor(
  actor: Actor,
  reader: ActorReader,
  say: Say,
): ActorView {
  const { kind, accountId } = actor;
  const isOwn = accountId !== undefined && accountId === reader.viewerId;
  const isNamed = isOwn || (kind === "person" && reader.holder !== undefined);
  const { name, credentialId }: Partial<Actor> = isOwn ? actor : {};
  return {
    kind,
    label: labelOf(isNamed ? actor : { kind }, reader, say),
    ...(name !== undefined && { name }),
    ...(credentialId !== undefined && { credentialId }),
  };
}

type Named = Pick<ActorView, "kind" | "name">;

/** The labels without an account. */
const ALONE: Readonly<Record<Actor["kind"], string>> = {
  person: phrase`a person`,
  agent: phrase`an agent`,
  guest: phrase`a guest`,
  remote: phrase`somebody at another service`,
  operator: phrase`the operator`,
  service: phrase`the service`,
  system: phrase`the service`,
};

function labelOf(who: Named, { holder }: ActorReader, say: Say): string {
  const known = holder ? labelWith(who, holder, say) : undefined;
  if (known !== undefined) return known;
  return who.name === undefined
    ? say.of(ALONE[who.kind])
    : calledOf(who.name, say);
}

/** The label with the account's name in it; undefined without an account. */
function labelWith(
  { kind, name }: Named,
  holder: string,
  say: Say,
): string | undefined {
  switch (kind) {
    case "person":
      return name === undefined
        ? holder
        : say`${calledOf(name, say)}, for ${holder}`;
    case "service":
    case "remote":
    case "guest":
      return holder;
    case "agent":
      return name === undefined
        ? say`${holder}'s agent`
        : say`${calledOf(name, say)}, for ${holder}`;
    case "operator":
      return say`the operator, for ${holder}`;
    default:
      return undefined;
  }
}

/** The part of an actor that only its own account reads, in the form that a record commits to. */
export interface OwnPart {
  readonly salt: string;
  readonly credentialId: string;
  readonly name?: string;
}

/** The part of an actor that only its own account sees; only an agent has one. */
export function ownPartOf(
  { credentialId, name }: Actor,
  salt: () => string,
): OwnPart | null {
  if (credentialId === undefined) return null;
  return { salt: salt(), credentialId, ...(name !== undefined && { name }) };
}

/** `sha256(salt ‖ RFC 8785 of the rest)`: proves the part without showing it. */
export function actorCommitment({ salt, credentialId, name }: OwnPart): string {
  // The members stand in their order, and are texts.
  return sha256(salt + JSON.stringify({ credentialId, name }));
}
