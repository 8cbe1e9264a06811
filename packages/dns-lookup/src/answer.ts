import { Packet } from "dns2";
import { DnsFailure } from "./failure.ts";
import { isWithin, plainHost, sameName } from "./names.ts";

/** DNS's answer about the TXT records of a name. */
export interface TxtAnswer {
  readonly code: "found" | "no_record" | "no_such_name";
  /** One text for each record: its strings joined. */
  readonly values: readonly string[];
  /** The server that answered, for display. */
  readonly server: string;
}

/** Another name that has the records. */
export interface Alias {
  readonly alias: string;
}

/** Name servers further down that know more. */
export interface Referral {
  readonly zone: string;
  readonly names: readonly string[];
  readonly glue: readonly Glue[];
}

/** Addresses of a name server that came with its name. */
export interface Glue {
  readonly name: string;
  readonly address: string;
}

/** A question about TXT records, and how many aliases its answer may have. */
interface Asked {
  readonly name: string;
  /** The server that was asked, for display. */
  readonly server: string;
  readonly aliasesMax: number;
}

type Entry = Packet["answers"][number];

/**
 * Reads a name server's answer about the TXT records of `name` in `zone`.
 * @throws DnsFailure if it is not authoritative for the zone, or failed.
 */
export function readAuthoritative(
  packet: Packet,
  at: Asked & { readonly zone: string },
): TxtAnswer | Alias | Referral {
  const { rcode, aa } = packet.header;
  if (rcode === Packet.RCODE.REFUSED || rcode === Packet.RCODE.NOTAUTH) {
    throw new DnsFailure("lame_delegation", `${at.server} refused to answer.`);
  }
  refuseFailure(packet, at.server);
  if (!aa) {
    const referral = referralOf(packet, at);
    if (referral) return referral;
    const why = `${at.server} does not speak for ${at.zone}.`;
    throw new DnsFailure("lame_delegation", why);
  }
  const { values, last } = follow(packet, at);
  if (values.length > 0) return { code: "found", values, server: at.server };
  if (!sameName(last, at.name)) return { alias: last };
  return nothing(packet, at.server);
}

/** Reads a resolver's answer about the TXT records of a name. @throws DnsFailure */
export function readResolved(packet: Packet, at: Asked): TxtAnswer {
  if (packet.header.rcode === Packet.RCODE.REFUSED) {
    throw new DnsFailure("refused", `${at.server} refused to answer.`);
  }
  refuseFailure(packet, at.server);
  const { values } = follow(packet, at);
  if (values.length > 0) return { code: "found", values, server: at.server };
  return nothing(packet, at.server);
}

/** Names of the name servers that an answer gives for a zone. */
export function nameServersIn(packet: Packet, zone: string): string[] {
  return namesOf(packet.answers, zone);
}

/** Every address in an answer, whatever aliases lead to it. */
export function addressesIn(packet: Packet): string[] {
  return packet.answers.flatMap((it) => addressOf(it) ?? []);
}

/** The addresses that came with an answer. */
export function glueIn(packet: Packet): Glue[] {
  return packet.additionals.flatMap((it) => {
    const address = addressOf(it);
    return address === undefined ? [] : [{ name: it.name, address }];
  });
}

function addressOf({ type, address }: Entry): string | undefined {
  const isAddress = type === Packet.TYPE.A || type === Packet.TYPE.AAAA;
  return isAddress ? address : undefined;
}

function namesOf(records: readonly Entry[], zone: string): string[] {
  return records
    .filter((it) => it.type === Packet.TYPE.NS && sameName(it.name, zone))
    .flatMap(({ ns }) => (ns ? [plainHost(ns)] : []));
}

function refuseFailure({ header, errors }: Packet, server: string): void {
  const { rcode } = header;
  if (rcode === Packet.RCODE.SERVFAIL) {
    throw new DnsFailure("server_failure", `${server} answered SERVFAIL.`);
  }
  const isAnswer =
    rcode === Packet.RCODE.NOERROR || rcode === Packet.RCODE.NXDOMAIN;
  if (isAnswer && !errors.some((it) => it.section === "answers")) return;
  const why = `${server} answered what cannot be read (rcode ${rcode}).`;
  throw new DnsFailure("bad_answer", why);
}

function nothing({ header }: Packet, server: string): TxtAnswer {
  const isUnknown = header.rcode === Packet.RCODE.NXDOMAIN;
  const code = isUnknown ? "no_such_name" : "no_record";
  return { code, values: [], server };
}

/** Follows the aliases within one answer (RFC 1034, section 3.6.2). */
function follow(
  { answers }: Packet,
  { name, aliasesMax }: Asked,
): { readonly values: readonly string[]; readonly last: string } {
  let last = name;
  for (let hops = 0; hops <= aliasesMax; hops++) {
    const own = answers.filter((it) => sameName(it.name, last));
    const values = own
      .filter((it) => it.type === Packet.TYPE.TXT)
      .map(({ data }) => textOf(data));
    if (values.length > 0) return { values, last };
    const alias = own.find((it) => it.type === Packet.TYPE.CNAME)?.domain;
    if (!alias) return { values: [], last };
    last = plainHost(alias);
  }
  throw new DnsFailure("too_many_aliases", "The aliases go on and on.");
}

/** One record's strings, joined as they were cut (RFC 7208, section 3.3). */
function textOf(data: Entry["data"]): string {
  if (Array.isArray(data)) return data.join("");
  return data === undefined ? "" : data.toString();
}

function referralOf(
  packet: Packet,
  { name, zone }: { readonly name: string; readonly zone: string },
): Referral | undefined {
  if (packet.answers.length > 0) return undefined;
  const below = packet.authorities.find(
    (it) =>
      it.type === Packet.TYPE.NS &&
      isWithin(name, it.name) &&
      isWithin(it.name, zone) &&
      !sameName(it.name, zone),
  );
  if (!below) return undefined;
  return {
    zone: plainHost(below.name),
    names: namesOf(packet.authorities, below.name),
    glue: glueIn(packet),
  };
}
