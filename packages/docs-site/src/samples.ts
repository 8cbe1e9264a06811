import type { DocsRoute } from "./content.ts";
import { exampleOf } from "./examples.ts";

/** A call in one language, as text to copy. */
export interface CodeSample {
  readonly language: "sh" | "ts" | "python";
  readonly code: string;
}

/** A call of a route with usual values. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly hasToken: boolean;
  /** True if the answer is a file. */
  readonly isFile: boolean;
}

/**
 * One call of a route in curl, TypeScript and Python, with usual values. They need no
 * package; the token is in the environment variable TOKEN.
 */
export function samplesOf(
  route: DocsRoute,
  baseUrl: string,
): readonly [CodeSample, ...CodeSample[]] {
  const call = callOf(route, baseUrl);
  return [
    { language: "sh", code: curl(call) },
    { language: "ts", code: typeScript(call) },
    { language: "python", code: python(call) },
  ];
}

/** The fields of a route's sample, in path, query or body. */
export function sampleFields({
  operation,
  params,
  fields,
}: DocsRoute): Readonly<Record<string, unknown>> {
  const required = [...params, ...fields.filter((it) => it.isRequired)];
  return exampleOf(operation, required);
}

function callOf(route: DocsRoute, baseUrl: string): Call {
  const { method, params, hasBody, isFile } = route;
  const given = sampleFields(route);
  const path = route.path.replace(/:(\w+)/g, (_, name) => String(given[name]));
  const rest = Object.entries(given).filter(
    ([name]) => !params.some((it) => it.name === name),
  );
  const query = new URLSearchParams(
    rest.map(([name, value]) => [name, String(value)]),
  );
  const asked = hasBody || rest.length === 0 ? "" : `?${query}`;
  return {
    method,
    url: `${baseUrl}${path}${asked}`,
    body: hasBody ? Object.fromEntries(rest) : undefined,
    hasToken: !route.isPublic,
    isFile,
  };
}

function curl({ method, url, body, hasToken, isFile }: Call): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} '${url}'`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body)}'`,
        ]),
    ...(isFile ? ["-o file"] : []),
  ];
  return lines.join(" \\\n  ");
}

function typeScript({ method, url, body, hasToken, isFile }: Call): string {
  const headers = [
    ...(hasToken ? ['Authorization: "Bearer " + env.TOKEN,'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0
      ? ["  headers: {", ...headers.map((it) => `    ${it}`), "  },"]
      : []),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(body)}),`]),
  ];
  const asked = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  const needed = hasToken ? 'import { env } from "node:process";\n\n' : "";
  return `${needed}const response = await fetch("${url}"${asked});
if (!response.ok) throw new Error(await response.text());
${isFile ? "const bytes = await response.bytes();" : "const answer = await response.json();"}`;
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}

function python({ method, url, body, hasToken, isFile }: Call): string {
  const headers = [
    ...(hasToken ? [`"Authorization": "Bearer " + os.environ["TOKEN"],`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
  ];
  const options = [
    `    "${url}",`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...(headers.length > 0
      ? ["    headers={", ...headers.map((it) => `        ${it}`), "    },"]
      : []),
    ...(body === undefined
      ? []
      : [`    data=json.dumps(${pythonValue(body)}).encode(),`]),
  ];
  return `import json, os, urllib.request

request = urllib.request.Request(
${options.join("\n")}
)
with urllib.request.urlopen(request) as response:
    ${isFile ? "data = response.read()" : "answer = json.load(response)"}`;
}

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `"${name}": ${pythonValue(member)}`,
  );
  return `{${members.join(", ")}}`;
}
