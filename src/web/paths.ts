/** Paths, besides `/`, that the app shows something under: a deep link to any of them works. */
export const APP_PATHS: readonly string[] = [
  "/inbox",
  "/sent",
  "/drafts",
  "/archive",
  "/needs-you",
  "/requests",
  "/waiting",
  "/snoozed",
  "/payments",
  "/labels",
  "/c/:conversationId",
  "/c/:conversationId/audit",
  "/compose",
  "/compose/:conversationId",
  "/settings",
  "/settings/:part",
];
