import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type {
  DnsServer,
  DnsSettings,
} from "../../packages/dns-lookup/src/settings.ts";
import type { Env } from "./setting.ts";
import { portIn, portOf, readYesNo, setting, wrong } from "./setting.ts";

const DNS_PORT = 53;
/** Used when neither the settings nor the system name a resolver. */
const PUBLIC_RESOLVER = "1.1.1.1";

/** The resolver and how to use it. */
export function readDns(env: Env): DnsSettings {
  const port = setting(env, "DNS_AUTHORITATIVE_PORT");
  return {
    resolver: readResolver(env),
    authoritativePort:
      port === undefined ? DNS_PORT : portOf("DNS_AUTHORITATIVE_PORT", port),
    privateNameServers: readYesNo(env, "DNS_PRIVATE_NAME_SERVERS"),
  };
}

/** `address`, `address:port` or `[address]:port`; the system's own if absent. */
function readResolver(env: Env): DnsServer {
  const text = setting(env, "DNS_RESOLVER");
  if (text === undefined) return { address: systemResolver(), port: DNS_PORT };
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, six, four, digits = ""] =
    /^(?:\[([^\]]+)\]|([^:]+))(?::(.*))?$/.exec(text) ?? [];
  const address = six ?? four ?? "";
  const port = digits === "" ? DNS_PORT : portIn(digits);
  const isAddress = isIP(address) === (six === undefined ? 4 : 6);
  if (isAddress && port !== undefined && !text.endsWith(":")) {
    return { address, port };
  }
  const wanted =
    "an IP address with or without a port, such as 9.9.9.9 or [::1]:5353";
  throw wrong("DNS_RESOLVER", wanted, text);
}

function systemResolver(): string {
  try {
    const text = readFileSync("/etc/resolv.conf", "utf8");
    const named = /^\s*nameserver\s+(\S+)/m.exec(text)?.[1] ?? "";
    return isIP(named) === 0 ? PUBLIC_RESOLVER : named;
  } catch {
    return PUBLIC_RESOLVER;
  }
}
