/** A stylesheet imported as text. */
declare module "*.css" {
  const text: string;
  export default text;
}

/** A document imported as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
