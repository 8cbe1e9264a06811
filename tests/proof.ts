/** `bun run proof` has the long tests do all of their runs; each day they do a part. */
export const IS_PROOF = Bun.env.PROOF === "full";
