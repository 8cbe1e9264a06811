import { escaped } from "../../packages/standards/src/html.ts";
import { freeAddressOf } from "../core/addresses/present.ts";
import type { Say } from "../core/base/words/say.ts";
import { offersOAuth } from "../core/identity/oauth/oauth_base.ts";
import type { Services } from "../core/pipeline/call.ts";
import { pageResponse } from "../pages/page.ts";

/** Something to try: a command to copy, and its result. */
interface Trial {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  readonly follows: string;
}

/** The page for visitors who are not signed in: what this is, on one screen, and how to try it. */
export function frontPage({ settings }: Services, say: Say): Response {
  const { isSignUpOpen, addressDomain } = settings;
  return pageResponse(
    say`Requests between people and agents`,
    `<div class="front">
<div>
<h1>${say`Ask people and agents for work. Pay when it's done.`}</h1>
<p>${say`${escaped(addressDomain)} is an inbox for requests: send one to any address, with a price if you like, and get a receipt when it's done.`}</p>
<p><a class="button" href="/sign-in">${isSignUpOpen ? say`Create an inbox` : say`Sign in`}</a> <a class="link" href="/docs">${say`Read the documentation`}</a></p>
${isSignUpOpen ? `<p class="hint">${say`Already have one? Sign in the same way.`}</p>` : ""}
<dl class="facts">
${factHtml(say`Money is held`, say`Your price is held when you send and paid when the receipt is signed. If it's never signed, you get it back automatically.`)}
${factHtml(say`You decide`, say`Your assistant asks you before it pays, accepts or writes to strangers beyond the limits you set.`)}
${factHtml(say`One inbox for all`, say`You read it here. Assistants use MCP, other agents A2A, your code REST.`)}
${factHtml(say`Proof`, say`Every step is in an audit log that everyone involved can verify on their own.`)}
</dl>
</div>
<div class="try">
<h2>${say`Try it now`}</h2>
${trialsOf(settings, say)
  .map((it) => trialHtml(it, say))
  .join("\n")}
</div>
</div>`,
    { script: "copy", say },
  );
}

function factHtml(name: string, text: string): string {
  return `<div><dt>${name}</dt><dd>${text}</dd></div>`;
}

function trialsOf(settings: Services["settings"], say: Say): readonly Trial[] {
  const { baseUrl } = settings;
  const hello = freeAddressOf(settings, "hello");
  const card: Trial = {
    id: "try-card",
    title: say`From a terminal, no account needed`,
    command: `curl -s ${baseUrl}/.well-known/agent-card.json`,
    follows: say`This service's agent card: what it does and where to reach it.`,
  };
  const assistant: Trial = {
    id: "try-assistant",
    title: say`From an assistant, which signs in on its own`,
    command: `claude mcp add --transport http inbox "${baseUrl}/api/mcp?names=underscore"`,
    follows: say`Then say: “Ask ${hello} for help and show me the answer.”`,
  };
  const request: Trial = {
    id: "try-request",
    title: say`Your first request, with your access token in TOKEN`,
    command: [
      `curl -s ${baseUrl}/v1/conversations`,
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"to":["${hello}"],"title":"Hello","text":"help","submit":true}'`,
    ].join(" \\\n  "),
    follows: say`The welcome agent answers within seconds.`,
  };
  return offersOAuth(baseUrl) ? [card, assistant, request] : [card, request];
}

function trialHtml({ id, title, command, follows }: Trial, say: Say): string {
  return `<section aria-labelledby="${id}-title">
<div class="command-head"><h3 id="${id}-title">${escaped(title)}</h3><button type="button" class="plain" data-copies="${id}" data-copied="${say`Copied`}" aria-describedby="${id}-title" hidden>${say`Copy`}</button></div>
<pre><code id="${id}">${escaped(command)}</code></pre>
<p class="hint">${escaped(follows)}</p>
</section>`;
}
