/** With which other services conversations are exchanged. */
export const FEDERATION_MODES = ["closed", "allowlist", "open"] as const;

export interface FederationSettings {
  readonly mode: (typeof FEDERATION_MODES)[number];
  /** Where domains are served in development; empty otherwise. */
  readonly hosts: ReadonlyMap<string, string>;
}

/** The proof that another service sent a request. */
export interface RequestEvidence {
  readonly origin: string;
  readonly keyId: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
}
