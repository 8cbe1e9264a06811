import { SETTINGS } from "../src/config/rows.ts";

const HEADING = `# Settings

Generated from \`src/config/rows.ts\`. Settings are environment variables with defaults that
work on a laptop. An invalid value stops the start with a sentence that names it; a name that
looks like a misspelt setting is logged (\`setting.unknown\`). \`svc config\` shows the
settings of a running service.

A secret can be in a file: \`AUTH_SECRET_FILE=/run/secrets/auth\` instead of \`AUTH_SECRET\`,
and the same for each marked setting. Secrets are never shown and never logged.

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
