import type { LogLevel } from "../core/insight/log.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const LEVELS: readonly LogLevel[] = ["info", "error", "off"];

/** Reads the lowest log level and the share of requests to log. */
export function readLogging(env: Env): {
  readonly logLevel: LogLevel;
  readonly accessLog: number;
} {
  return { logLevel: readLevel(env), accessLog: readAccess(env) };
}

function readLevel(env: Env): LogLevel {
  const text = setting(env, "LOG_LEVEL") ?? "info";
  const level = LEVELS.find((it) => it === text);
  if (level) return level;
  throw wrong("LOG_LEVEL", "info, error or off", text);
}

function readAccess(env: Env): number {
  const text = setting(env, "ACCESS_LOG") ?? "off";
  if (text === "off") return 0;
  if (text === "on") return 1;
  const part = /^0?\.\d{1,4}$/.test(text) ? Number(text) : 0;
  if (part > 0) return part;
  throw wrong("ACCESS_LOG", "on, off or a share such as 0.01", text);
}
