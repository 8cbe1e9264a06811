import { isIP } from "node:net";
import {
  isLoopbackAddress,
  isPublicAddress,
} from "../../../../packages/standards/src/public_address.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

/**
 * Reads a URL that a stranger may have chosen. It judges only the URL itself, so a refusal
 * reveals nothing about this service's network.
 * @throws url_refused
 */
export function parseForeignUrl(outside: ExternalServices, text: string): URL {
  const { isLoopbackAllowed } = outside;
  if (text.length > LIMITS.uriCharsMax) throw refused(told`it is too long`);
  const url = URL.parse(text);
  if (url === null) throw refused(told`it is not a full URL`);
  if (url.username + url.password !== "") {
    throw refused(told`it contains a user name or password`);
  }
  const isHttp = url.protocol === "http:" && isLoopbackAllowed;
  if (url.protocol !== "https:" && !isHttp)
    throw refused(told`it is not https`);
  // One port: this service must not scan other people's machines.
  if (url.port !== "" && !isLoopbackAllowed) {
    throw refused(told`it uses a port other than 443`);
  }
  const host = hostOf(url);
  const isPublic =
    isIP(host) === 0
      ? isLoopbackAllowed || !isLocalName(host)
      : mayConnect(outside, url, host);
  if (!isPublic) throw refused(told`its host is not public`);
  url.hash = "";
  return url;
}

/** True if a connection for this URL may go to this address. */
export function mayConnect(
  { isLoopbackAllowed }: ExternalServices,
  { protocol, port }: URL,
  address: string,
): boolean {
  if (isLoopbackAllowed && isLoopbackAddress(address)) return true;
  return protocol === "https:" && port === "" && isPublicAddress(address);
}

/** Names without public DNS (RFC 6761, 6762 and 8375, and ICANN's .internal). */
const LOCAL_NAME = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** True for a name that only a machine or its own network knows. */
function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host.replace(/\.$/, ""));
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function refused(why: Sentence): ServiceError {
  return new ServiceError("url_refused", {
    detail: told`Cannot fetch from this URL: ${why}.`,
  });
}
