/** The parts of a JSON Schema that the reference shows. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** One field of a route's path, query or body. */
export interface DocsField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: FieldSchema;
}

/** A route of REST, as the reference and the samples show it. */
export interface DocsRoute {
  /** Unique among the routes. */
  readonly id: string;
  /** Its page. */
  readonly group: string;
  /** The name of its operation, which chooses the values of its samples. */
  readonly operation: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly DocsField[];
  readonly fields: readonly DocsField[];
  /** True if the fields are in the body. */
  readonly hasBody: boolean;
  readonly statuses: readonly number[];
  readonly isPublic: boolean;
  readonly isSessionOnly: boolean;
  readonly scope: string | undefined;
  /** True if the answer is a file. */
  readonly isFile: boolean;
}

/** An error, with what a caller of REST can do about it. */
export interface DocsError {
  readonly code: string;
  readonly status: number;
  readonly rpc: number;
  readonly title: string;
  readonly fix: string;
}

/** All that the site shows. */
export interface DocsContent {
  /** Markdown by its path without `.md`, such as `decisions/0009_repeats`. */
  readonly documents: ReadonlyMap<string, string>;
  /** The paths of the pictures that documents may show. */
  readonly pictures: ReadonlySet<string>;
  readonly routes: readonly DocsRoute[];
  readonly errors: readonly DocsError[];
}

/** The addresses of this service that replace those in the documents' samples. */
export interface DocsSettings {
  readonly baseUrl: string;
  readonly addressDomain: string;
}
