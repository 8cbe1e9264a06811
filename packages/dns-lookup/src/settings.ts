/** The address of a name server or a resolver. */
export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

/** How records are looked up. */
export interface DnsSettings {
  /** The operator's own resolver: names the name servers of a zone. */
  readonly resolver: DnsServer;
  /** The port of name servers: 53 except in development. */
  readonly authoritativePort: number;
  /** True also asks name servers of private and loopback addresses. */
  readonly privateNameServers: boolean;
}

/** How much one look-up may ask and read. */
export interface DnsLimits {
  readonly queriesMax: number;
  /** Servers of one zone. */
  readonly serversMax: number;
  readonly referralsMax: number;
  readonly aliasesMax: number;
  readonly messageBytesMax: number;
}
