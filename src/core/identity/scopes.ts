/** What a credential can be limited to (decisions.md I). */
export const SCOPES = [
  "conversations:read",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "drafts:write",
  "payments:hold",
  "receipts:sign",
  "decisions:write",
  "audit:read",
  "artifacts:write",
  "addresses:read",
  "addresses:write",
  "contacts:read",
  "contacts:write",
  "contacts:new",
  "outward:send",
  "agents:discover",
  "webhooks:manage",
] as const;

export type Scope = (typeof SCOPES)[number];
