/** Somebody who was told of a decision besides the account that it asks. */
export interface ToldPerson {
  readonly accountId: string;
  readonly address: string | null;
  readonly name: string;
  readonly at: number;
}

/** The part of a checkpoint about them; null if only the account's own were told. */
export interface ToldPeople {
  readonly told: readonly ToldPerson[] | null;
}
