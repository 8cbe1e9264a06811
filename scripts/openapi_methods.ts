/**
 * Reads the operations of the REST interface from the OpenAPI document, for client
 * generators.
 * @module
 */

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of an OpenAPI document that are read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A field of an object. */
export interface Member {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: Schema;
}

/** One operation as a client calls it. */
export interface Method {
  /** Such as `list_conversations`. */
  readonly id: string;
  readonly title: string;
  readonly verb: string;
  readonly path: string;
  /** The members of the path, the query and the body. */
  readonly input: readonly Member[];
  /** Undefined if the answer is bytes. */
  readonly output: Schema | undefined;
}

/** All operations except streams, which hand-written code follows and resumes. */
export function methodsOf({ paths }: OpenApi): readonly Method[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, it]) => !isStream(it))
      .map(([verb, it]) => methodOf(verb.toUpperCase(), path, it)),
  );
}

function isStream({ responses }: Described): boolean {
  return responses["200"]?.content?.["text/event-stream"] !== undefined;
}

function methodOf(verb: string, path: string, it: Described): Method {
  const [, answer] =
    Object.entries(it.responses).find(([status]) => status[0] === "2") ?? [];
  return {
    id: it.operationId,
    title: it.summary,
    verb,
    path,
    input: inputOf(it),
    output: answer?.content?.["application/json"]?.schema,
  };
}

/** Path, query and body in one object, as the operation takes them. */
function inputOf({ parameters = [], requestBody }: Described): Member[] {
  const fields = parameters
    .filter((it) => it.in === "path" || it.in === "query")
    .map(({ name = "", required = false, description, schema = {} }) => ({
      name,
      isNeeded: required,
      schema: { ...schema, ...(description && { description }) },
    }));
  const body = requestBody?.content?.["application/json"]?.schema;
  const all = [...fields, ...(body ? membersOf(body) : [])];
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new Error(`Cannot generate: a name stands twice in ${names}`);
  }
  return all;
}

/** The fields of an object. */
export function membersOf({
  properties = {},
  required = [],
}: Schema): Member[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => ({ name, isNeeded: needed.includes(name), schema }),
  );
}

/** The schema of an array's members; unknown if it has none. */
export function itemsOf({ items }: Schema): Schema {
  return typeof items === "object" && items !== null ? { ...items } : {};
}
