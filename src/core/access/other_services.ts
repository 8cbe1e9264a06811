/** With which other services conversations are exchanged. */
export const FEDERATION_MODES = ["closed", "allowlist", "open"] as const;

export interface FederationSettings {
  readonly mode: (typeof FEDERATION_MODES)[number];
  /** Where domains are served in development; empty otherwise. */
  readonly hosts: ReadonlyMap<string, string>;
}

/** A file that another service has, and names by its address. */
export interface NamedFile {
  readonly url: string;
  readonly name: string;
  readonly mimeType: string;
}

/** The proof that another service sent a request. */
export interface RequestEvidence {
  readonly origin: string;
  readonly keyId: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
}
