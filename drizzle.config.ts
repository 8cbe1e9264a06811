import { defineConfig } from "drizzle-kit";

// drizzle-kit reads only a default export; the lint rule is lifted for this file.
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/core/db/tables/**/*schema.ts",
  out: "./src/core/db/migrations",
});
