import { escaped } from "../../packages/standards/src/html.ts";
import type { Say } from "../core/base/words/say.ts";

/** A button that our script enables. */
export interface PasskeyButton {
  readonly act: "sign-in" | "add";
  readonly label: string;
  /** Values for the script, as `data-` attributes. */
  readonly data: Readonly<Record<string, string>>;
  /** True below a form that is another way to do the same. */
  readonly isAlternative?: boolean;
}

/** Hidden until our script runs in a browser with passkeys; without one it would do nothing. */
export function passkeyButton(it: PasskeyButton, say: Say): string {
  const says = JSON.stringify(wordsOf(say));
  const data = Object.entries({ ...it.data, says })
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join("");
  return `<div class="passkey" hidden>
${it.isAlternative ? `<p class="or">${say`or`}</p>\n` : ""}<button type="button" class="plain" data-passkey="${it.act}"${data} aria-describedby="passkey-status">${escaped(it.label)}</button>
<p class="status" id="passkey-status" role="status"></p>
</div>`;
}

/** The script's texts, by the outcome of an attempt. */
function wordsOf(say: Say): Readonly<Record<string, string>> {
  return {
    ready: say`Passkey added. Use it the next time you sign in.`,
    unknown: say`This passkey isn't registered here. Sign in with an email code.`,
    stale: say`You signed in a while ago. Sign out and in again to add a passkey.`,
    tooMany: say`Too many attempts. Wait a while, then try again.`,
    had: say`This device already has a passkey.`,
    unused: say`No passkey was used. Try again.`,
    failed: say`That didn't work. Try again.`,
  };
}
