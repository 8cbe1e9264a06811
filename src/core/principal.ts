/** Who calls: made once from the bearer string, never holding the secret. */
export type Principal = Anonymous | Member | Operator;

export interface Anonymous {
  readonly kind: "anonymous";
}

/** A signed-in person, an agent's credential, or a service agent's own run. */
export interface Member {
  readonly kind: "person" | "agent" | "service";
  readonly accountId: string;
  /** The credential that acts; absent for a person's session. */
  readonly credentialId?: string;
  /** Granted scopes; `null` is the owner's full inbox rights. */
  readonly scopes: readonly string[] | null;
}

/** Whoever has the machine's terminal: `svc`. */
export interface Operator {
  readonly kind: "operator";
}

export const ANONYMOUS: Anonymous = { kind: "anonymous" };
export const OPERATOR: Operator = { kind: "operator" };

/** True for a principal that owns an inbox. */
export function isMember(principal: Principal): principal is Member {
  return principal.kind !== "anonymous" && principal.kind !== "operator";
}
