import type { Command } from "commander";
import { Inbox } from "../../client/src/inbox.ts";
import type { TransportOptions } from "../../client/src/transport.ts";
import type { Answer, Terminal } from "./answer.ts";
import { print, terminalOf } from "./answer.ts";
import { SignedOut } from "./exit.ts";
import type { Login } from "./login_file.ts";
import { readLogin } from "./login_file.ts";
import { readRemoteSettings } from "./settings.ts";

/** The default service. */
export const URL_AT_FIRST = "http://localhost:3000";

/** Names that never leave this machine (RFC 6761, section 6.3). */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True for the name of this machine in a URL. */
export function isThisMachine(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The origin of a service's URL.
 * @throws if a token would cross a network unencrypted
 */
export function serviceOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `Cannot reach ${text}: use an address such as https://inbox.example`,
    );
  }
  if (url.protocol === "http:" && !isThisMachine(url.hostname)) {
    throw new Error(
      `Cannot reach ${url.origin}: tokens are sent over https only, except to this machine`,
    );
  }
  return url.origin;
}

/**
 * The service and the token to use: `SVC_TOKEN` with `SVC_URL`, otherwise those that `svc
 * login` stored. With `--as` every call is made as that team.
 * @throws SignedOut if there is neither
 */
export async function loginOf(command: Command): Promise<TransportOptions> {
  const { terminal, as } = terminalOf(command);
  const login = await ownLogin(terminal);
  return as ? { ...login, headers: { "svc-act-as": as } } : login;
}

async function ownLogin({ env }: Terminal): Promise<Login> {
  const { url, token, loginPath } = readRemoteSettings(env);
  if (token) return { url: serviceOf(url ?? URL_AT_FIRST), token };
  const stored = await readLogin(loginPath);
  if (!stored) {
    throw new SignedOut(
      "Cannot reach your inbox: you're not logged in. Run svc login URL, or set SVC_URL and SVC_TOKEN",
    );
  }
  // A token is only sent to the service that issued it, whatever else is set.
  if (url !== undefined && serviceOf(url) !== stored.url) {
    throw new SignedOut(
      `Cannot reach your inbox: you're logged in at ${stored.url}, but SVC_URL is another service`,
    );
  }
  return stored;
}

/** Runs a command as a client of the service, then prints its answer. */
export async function runRemote(
  command: Command,
  work: (inbox: Inbox) => Promise<Answer>,
): Promise<void> {
  const inbox = new Inbox(await loginOf(command));
  print(command, await work(inbox));
}
