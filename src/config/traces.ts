import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

/** The collector of traces. */
export interface TraceSettings {
  readonly url: string;
  /** Never shown, never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that start here and are kept. */
  readonly part: number;
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]*)$/;

/** Reads OpenTelemetry's settings; none without a collector. */
export function readTraces(env: Env): TraceSettings | undefined {
  const endpoint = setting(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search) {
    const wanted = "an http or https address without a password or query";
    throw wrong("OTEL_EXPORTER_OTLP_ENDPOINT", wanted);
  }
  return {
    url: `${url.href.replace(/\/$/, "")}/v1/traces`,
    headers: readHeaders(env),
    serviceName: setting(env, "OTEL_SERVICE_NAME") ?? "conversation-inbox",
    part: readPart(env),
  };
}

function readHeaders(env: Env): Record<string, string> {
  const name = "OTEL_EXPORTER_OTLP_HEADERS";
  const pairs = setting(env, name)?.split(",") ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = HEADER.exec(pair.trim()) ?? [];
      if (key !== undefined && value !== undefined) {
        return [key.toLowerCase(), decodeURIComponent(value)];
      }
      throw wrong(name, "headers such as key=value,key2=value2");
    }),
  );
}

function readPart(env: Env): number {
  const text = setting(env, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (/^(?:0|1|[01]?\.\d{1,6})$/.test(text) && Number(text) <= 1) {
    return Number(text);
  }
  throw wrong("OTEL_TRACES_SAMPLER_ARG", "a share from 0 to 1", text);
}
