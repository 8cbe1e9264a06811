import { homedir } from "node:os";
import { join } from "node:path";

/** How `svc` reaches a service, from the environment. */
export interface RemoteSettings {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** The path of the stored login. */
  readonly loginPath: string;
}

/** Reads `SVC_URL`, `SVC_TOKEN` and the folder of the user's settings (docs/terminal.md). */
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
