import type { FederationSettings } from "../core/access/other_services.ts";
import { FEDERATION_MODES } from "../core/access/other_services.ts";
import type { Env, SettingRow } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

/** The settings about other services. */
export const FEDERATION_ROWS: readonly SettingRow[] = [
  {
    name: "FEDERATION",
    usual: "`closed`",
    what: "[other services](federation.md) that conversations are exchanged with: `closed` for none, `allowlist` for the domains of `svc domain allow`, `open` for all that are not blocked",
  },
  {
    name: "FEDERATION_HOSTS",
    usual: "none",
    what: "where domains of other services are on this machine, such as `b.example=http://localhost:3002`, with commas between them; for development, refused with `NODE_ENV=production`",
  },
  {
    name: "ALLOW_LOOPBACK_FETCH",
    usual: "`false`",
    what: "`true` allows agent cards from this machine over plain http and any port; for development, refused with `NODE_ENV=production`",
  },
];

/** With which other services this one exchanges conversations. */
export function readFederation(env: Env): FederationSettings {
  const text = setting(env, "FEDERATION") ?? "closed";
  const mode = FEDERATION_MODES.find((it) => it === text);
  if (!mode) throw wrong("FEDERATION", FEDERATION_MODES.join(", "), text);
  return { mode, hosts: readHosts(env) };
}

/** `b.example=http://localhost:3002`, separated by commas; for development. */
function readHosts(env: Env): ReadonlyMap<string, string> {
  const name = "FEDERATION_HOSTS";
  const text = setting(env, name);
  const hosts = new Map<string, string>();
  if (text === undefined) return hosts;
  if (env.NODE_ENV === "production") throw wrong(name, "absent in production");
  for (const pair of text.split(",")) {
    const [domain = "", origin = ""] = pair.trim().split("=");
    const url = URL.parse(origin);
    if (domain === "" || url?.origin !== origin) {
      throw wrong(name, "pairs such as b.example=http://localhost:3002", text);
    }
    hosts.set(domain.toLowerCase(), origin);
  }
  return hosts;
}
