/** One approval of several. */
export interface Vote {
  /** The account of the person, and their membership in the team. */
  readonly memberId: string;
  readonly credentialId: string;
  readonly name: string;
  readonly at: number;
}
