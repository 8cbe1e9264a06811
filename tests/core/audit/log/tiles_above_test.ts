import { expect, test } from "bun:test";
import { MerkleRoot } from "../../../../packages/verify/src/merkle.ts";
import { TilesAbove } from "../../../../src/core/audit/log/tiles_above.ts";

const hashAt = (place: number) =>
  new Uint8Array(Bun.SHA256.hash(`tile ${place}`) as Uint8Array);

test("a tile of any level that does not hold what stands below it is named", async () => {
  const roots = Array.from({ length: 257 }, (_, place) => hashAt(place));
  const whole = new MerkleRoot();
  for (const root of roots.slice(0, 256)) whole.add(root);
  const stored = () =>
    new Map([
      ["1/0", roots.slice(0, 256)],
      ["1/1", roots.slice(256)],
      ["2/0", [whole.root()]],
    ]);
  const wrongIn = async (tiles: ReturnType<typeof stored>) => {
    const read = async (level: number, place: number) =>
      tiles.get(`${level}/${place}`);
    const above = new TilesAbove(read);
    const wrong: string[] = [];
    for (const root of roots) {
      for await (const name of above.wrong(root)) wrong.push(name);
    }
    return wrong;
  };
  expect(await wrongIn(stored())).toEqual([]);
  for (const name of ["1/1", "2/0"]) {
    expect(await wrongIn(stored().set(name, [hashAt(7)]))).toEqual([name]);
    const gone = stored();
    gone.delete(name);
    expect(await wrongIn(gone)).toEqual([name]);
  }
  const swapped = [hashAt(1), hashAt(0), ...roots.slice(2, 256)];
  expect(await wrongIn(stored().set("1/0", swapped))).toEqual(["1/0", "1/0"]);
});
