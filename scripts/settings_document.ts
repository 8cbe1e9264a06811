import { SETTINGS } from "../src/config/rows.ts";

const HEADING = `# Settings

Generated from \`src/config/rows.ts\`. Environment variables; each has a default that works
on a laptop. A wrong one stops the start with a sentence that names it, and one that is
nearly spelt like a setting is told of in the log (\`setting.unknown\`). \`svc config\` shows
what a running service was set to.

A secret may be in a file instead: \`AUTH_SECRET_FILE=/run/secrets/auth\` instead of
\`AUTH_SECRET\`, and so for each that is marked. Secrets are never shown and never logged.

| Setting | Default | | Secret |
|---|---|---|---|
`;

/** docs/settings.md. */
export function settingsDocument(): string {
  const rows = SETTINGS.map(
    ({ name, usual, what, isSecret }) =>
      `| \`${name}\` | ${usual} | ${what} | ${isSecret ? `or \`${name}_FILE\`` : ""} |`,
  );
  return `${HEADING}${rows.join("\n")}\n`;
}
