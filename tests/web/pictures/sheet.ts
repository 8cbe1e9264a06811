/** A picture that was taken, or what kept it from being opened. */
export interface Taken {
  readonly scene: string;
  readonly look: string;
  readonly file: string;
  readonly problem?: string | undefined;
}

/** The page with all pictures: a row for each state, a column for each look. */
export function sheetOf(
  taken: readonly Taken[],
  looks: readonly { readonly name: string }[],
): string {
  const rows = Map.groupBy(taken, ({ scene }) => scene);
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures of every state</title>
<style>
body { font: 14px/20px system-ui, sans-serif; margin: 16px; }
table { border-spacing: 8px; }
th { text-align: left; vertical-align: top; position: sticky; top: 0; background: canvas; }
img { height: 320px; display: block; border: 1px solid #8884; }
</style>
<table>
<tr><th>State</th>${looks.map(({ name }) => `<th>${name}</th>`).join("")}</tr>
${[...rows].map(([scene, of]) => rowOf(scene, of)).join("\n")}
</table>
`;
}

function rowOf(scene: string, of: readonly Taken[]): string {
  const cells = of.map(
    ({ file, problem }) =>
      `<td><a href="${file}"><img loading="lazy" alt="" src="${file}"></a>${problem ? Bun.escapeHTML(problem) : ""}</td>`,
  );
  return `<tr><th>${Bun.escapeHTML(scene)}</th>${cells.join("")}</tr>`;
}
