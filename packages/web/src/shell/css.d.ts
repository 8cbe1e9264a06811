// A bundled stylesheet has no value.
declare module "*.css";
