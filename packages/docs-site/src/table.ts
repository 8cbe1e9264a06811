/** A table of HTML cells, which scrolls if it is too wide. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="scroll" tabindex="0"><table>
<thead>${cells("th", head)}</thead>
<tbody>
${rows.map((row) => cells("td", row)).join("\n")}
</tbody></table></div>`;
}
