/** Somebody in a file of contacts: what they are called, and an address of theirs. */
export interface Entry {
  readonly name: string;
  readonly address: string;
}
