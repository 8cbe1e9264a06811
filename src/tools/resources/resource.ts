import type { MethodCall, Server } from "../protocol/method.ts";

/** A part of the content: text, or bytes in Base64. */
export type Contents = {
  readonly mimeType: string;
  readonly _meta?: object;
} & ({ readonly text: string } | { readonly blob: string });

/** One resource, or a family of them under one template (RFC 6570). */
export interface Resource {
  /** Its address; with `{variables}` it is a template. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string;
  /**
   * True for a resource that is found only by its address, such as a card named by a tool.
   */
  readonly isUnlisted?: true;
  /** Completers for the variables of the template, by their names. */
  readonly complete?: Readonly<Record<string, Completer>>;
  read(
    server: Server,
    asked: MethodCall,
    variables: Readonly<Record<string, string>>,
  ): Promise<readonly Contents[]>;
}

/** Values that begin with, or are found by, the text typed so far. */
export type Completer = (
  server: Server,
  asked: MethodCall,
  typed: string,
) => Promise<readonly string[]>;
