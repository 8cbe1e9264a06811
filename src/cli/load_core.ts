/** Loads the part of `svc` that has the service's core in it, for what no channel does. */
export async function loadCore(): Promise<typeof import("./core.ts")> {
  return await import("./core.ts");
}
