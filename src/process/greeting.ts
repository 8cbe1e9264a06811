import { builtFile } from "../http/built_file.ts";

/** The commands and names that an operator types: of the sources unless the build says otherwise. */
export interface Operating {
  readonly svc: string;
  /** The file of settings that a start reads. */
  readonly settingsFile: string;
}

/** The built file that has these. */
export const OPERATING = "operating.json";

const here = builtFile(OPERATING);

export const { svc: SVC, settingsFile: SETTINGS_FILE }: Operating = here
  ? JSON.parse(here)
  : { svc: "npx -y bun@1.4.5 run svc", settingsFile: ".env" };

/** The text that a started service prints for its operator: its address and the next steps. */
export function greeting(baseUrl: string): string {
  const client = {
    mcpServers: {
      inbox: {
        type: "http",
        url: `${baseUrl}/api/mcp`,
        headers: { Authorization: "Bearer <AGENT_CREDENTIAL>" },
      },
    },
  };
  return `The conversation inbox is ready at ${baseUrl}

  REST         ${baseUrl}/v1/conversations
  MCP          ${baseUrl}/api/mcp
  A2A          ${baseUrl}/a2a
  Agent card   ${baseUrl}/.well-known/agent-card.json
  Docs         ${baseUrl}/docs

Sign in as a person: ${baseUrl}/sign-in

Or add an account here; its token is shown once, and its person signs in with the email:

  ${SVC} account add --local-part alice --name "Alice" --email alice@example.org

Give the token to an MCP client:

${JSON.stringify(client, null, 2).replace(/^/gm, "  ")}

`;
}
