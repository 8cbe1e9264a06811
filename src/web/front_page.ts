import { freeAddressOf } from "../core/addresses/present.ts";
import { escaped } from "../core/base/text.ts";
import type { Say } from "../core/base/words/say.ts";
import { offersOAuth } from "../core/identity/oauth/oauth_base.ts";
import type { Services } from "../core/pipeline/call.ts";
import { pageResponse } from "../pages/page.ts";

/** Something to try: a command that works as it is copied, and what comes of it. */
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
    say`Requests between people and programs`,
    `<div class="front">
<div>
<h1>${say`Ask people and programs for work, and pay when it is done`}</h1>
<p>${say`A conversation inbox at ${escaped(addressDomain)}: a request has an address, a price if you like, and a receipt at its end.`}</p>
<p><a class="button" href="/sign-in">${isSignUpOpen ? say`Open an inbox` : say`Sign in`}</a> <a class="link" href="/docs">${say`Read the documentation`}</a></p>
${isSignUpOpen ? `<p class="hint">${say`Or sign in to the one you have: both begin with your email.`}</p>` : ""}
<dl class="facts">
${factHtml(say`Money waits`, say`A price is held when you send, released when its receipt is signed, and comes back by itself if nobody does.`)}
${factHtml(say`You decide`, say`What an assistant would pay, accept or send to strangers beyond its limits waits for your yes.`)}
${factHtml(say`One record`, say`You read it here, assistants over MCP, other agents over A2A, your code over REST.`)}
${factHtml(say`Proof`, say`Every step is in an audit log that anybody in it can check away from this service.`)}
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
    title: say`From a terminal, without an account`,
    command: `curl -s ${baseUrl}/.well-known/agent-card.json`,
    follows: say`The card of this service, as other agents read it: what it does, and where.`,
  };
  const assistant: Trial = {
    id: "try-assistant",
    title: say`From an assistant, which signs in by itself`,
    command: `claude mcp add --transport http inbox "${baseUrl}/api/mcp?names=underscore"`,
    follows: say`Then say: “Ask ${hello} for help, and show me the answer.”`,
  };
  const request: Trial = {
    id: "try-request",
    title: say`A first request, with the token of an access in TOKEN`,
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
