import { escaped } from "../http/html.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import type { Credential } from "./access_view.ts";
import { ACCESS_PATH } from "./access_view.ts";

/** Shows a token, this once: nothing of it is kept but a hash. */
export function tokenView(
  { name }: Credential,
  token: string,
  baseUrl: string,
): Response {
  const configuration = {
    mcpServers: {
      inbox: {
        type: "http",
        url: `${baseUrl}/api/mcp`,
        headers: { Authorization: `Bearer ${token}` },
      },
    },
  };
  return pageResponse(
    "Copy the token now",
    `<h1>Copy the token now</h1>
<p>This is the token of <strong>${isolated(name)}</strong>. It is shown this once; whoever has it acts for you.</p>
<pre id="token" tabindex="0" aria-label="Token">${escaped(token)}</pre>
<section aria-labelledby="mcp"><h2 id="mcp">For an MCP client</h2>
<p>Most assistants take this configuration as it is:</p>
<pre tabindex="0" aria-label="MCP configuration">${escaped(JSON.stringify(configuration, null, 2))}</pre>
</section>
<p>Over REST and A2A it goes into the header <code>Authorization: Bearer</code>. <a href="/docs">Read how</a>.</p>
<p><a class="link" href="${ACCESS_PATH}">I have kept it</a></p>`,
    { isWide: true },
  );
}
