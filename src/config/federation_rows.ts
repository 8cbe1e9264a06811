import type { SettingRow } from "./setting.ts";

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
