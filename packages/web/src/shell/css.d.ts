// What the bundler makes of a stylesheet has no value.
declare module "*.css";
