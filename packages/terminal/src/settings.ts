import { homedir } from "node:os";
import { join } from "node:path";

/** How `svc` reaches a service, as the environment says it. */
export interface RemoteSettings {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** Where a login is stored. */
  readonly loginPath: string;
}

/** Reads `SVC_URL`, `SVC_TOKEN` and where the user keeps settings (docs/terminal.md). */
export function readRemoteSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): RemoteSettings {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  return {
    url: env.SVC_URL || undefined,
    token: env.SVC_TOKEN || undefined,
    loginPath: join(folder, "svc", "login.json"),
  };
}
