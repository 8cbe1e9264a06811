/** The result of a recipient's inbox rules on delivery. */
export interface Filed {
  readonly position: number;
  readonly labelIds: readonly string[];
  readonly archived: boolean;
  /** A rule, and labels by the memberships that take turns: the commit adds the next one's. */
  readonly next?: {
    readonly ruleId: string;
    readonly among: Readonly<Record<string, string>>;
  };
}
