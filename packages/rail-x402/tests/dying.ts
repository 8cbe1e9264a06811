import type { ChainDesk } from "../src/chain_place.ts";

/** The error that ends a process, in place of its last effect or right after it. */
export class Killed extends Error {}

/**
 * The same desk, whose process dies at the n-th effect: a commit or a sent transaction, before it
 * or after it. A process that only reads can die anywhere and changes nothing.
 */
export function dying(desk: ChainDesk, at: number, when: "before" | "after") {
  let effects = 0;
  const dieAround = async <T>(effect: () => Promise<T>): Promise<T> => {
    effects += 1;
    const isNow = effects === at;
    if (isNow && when === "before") throw new Killed();
    const done = await effect();
    if (isNow) throw new Killed();
    return done;
  };
  const mortal: ChainDesk = {
    ...desk,
    client: {
      ...desk.client,
      send: (raw) => dieAround(() => desk.client.send(raw)),
    },
    db: new Proxy(desk.db, {
      get: (db, name) =>
        name === "commit"
          ? (statements: Parameters<typeof db.commit>[0]) =>
              dieAround(() => db.commit(statements))
          : Reflect.get(db, name),
    }),
  };
  return { mortal, effects: () => effects };
}
