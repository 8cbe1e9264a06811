import { Tab, TabList, TabPanel, TabProvider } from "@ariakit/react/tab";
import { Copy } from "../ui/copy.tsx";
import { t } from "../ui/t.ts";

/** The MCP address, with names of tools that every client takes (docs/mcp.md, Names of tools). */
export function mcpUrlOf(page: string): string {
  return new URL("/api/mcp?names=underscore", page).href;
}

/**
 * Links that add the service to a program with one click; the program signs in itself, so
 * that no link contains a token.
 */
export function connectLinksOf(
  url: string,
): readonly { readonly name: string; readonly href: string }[] {
  const cursor = new URLSearchParams({
    name: "inbox",
    config: btoa(JSON.stringify({ url })),
  });
  const code = JSON.stringify({ name: "inbox", type: "http", url });
  return [
    {
      name: "Cursor",
      href: `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`,
    },
    {
      name: "VS Code",
      href: `vscode:mcp/install?${encodeURIComponent(code)}`,
    },
  ];
}

/** Ready-made texts for the usual MCP clients. Pure. */
export function snippetsOf(
  url: string,
  token: string,
): readonly { readonly name: string; readonly text: string }[] {
  const headers = { Authorization: `Bearer ${token}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      name: "Claude Code",
      text: `claude mcp add --transport http --scope user inbox "${url}" --header "Authorization: Bearer ${token}"`,
    },
    {
      name: "Cursor",
      text: json({ mcpServers: { inbox: { url, headers } } }),
    },
    {
      name: "VS Code",
      text: json({ servers: { inbox: { type: "http", url, headers } } }),
    },
    {
      name: t`Other MCP clients`,
      text: json({ mcpServers: { inbox: { type: "http", url, headers } } }),
    },
    {
      name: t`Over stdio`,
      text: json({
        mcpServers: {
          inbox: {
            command: "svc",
            args: ["mcp"],
            env: { SVC_URL: new URL(url).origin, SVC_TOKEN: token },
          },
        },
      }),
    },
    {
      name: "curl",
      text: `curl -H "Authorization: Bearer ${token}" "${new URL("/v1/conversations?view=inbox", url)}"`,
    },
  ];
}

/** The new token, shown only once, and how to use it. */
export function Snippets({
  token,
  onDone,
}: {
  token: string;
  onDone: () => void;
}) {
  const url = mcpUrlOf(location.href);
  return (
    <section
      aria-label={t`New token`}
      className="card mb-6 border-good border-l-4 p-4"
    >
      <h2 className="mb-1 text-lg font-semibold">{t`Your new token`}</h2>
      <p className="mb-3">{t`You'll only see this once. Store it where the program keeps its secrets.`}</p>
      <Copy label={t`Token`} act={t`Copy token`} text={token} />
      <TabProvider>
        <TabList
          aria-label={t`Programs`}
          className="mb-2 flex flex-wrap gap-1 border-line border-b"
        >
          {snippetsOf(url, token).map(({ name }) => (
            <Tab
              key={name}
              id={`tab ${name}`}
              className="rounded-t-lg px-3 py-2 aria-selected:bg-chosen aria-selected:font-semibold aria-selected:text-accent"
            >
              {name}
            </Tab>
          ))}
        </TabList>
        {snippetsOf(url, token).map(({ name, text }) => (
          <TabPanel key={name} tabId={`tab ${name}`} focusable={false}>
            <Copy
              label={t`Text for ${name}`}
              act={t`Copy text for ${name}`}
              text={text}
            />
          </TabPanel>
        ))}
      </TabProvider>
      <button
        type="button"
        className="btn btn-main"
        onClick={onDone}
      >{t`I've saved it`}</button>
    </section>
  );
}
