/** Bun's server alone: a body is parsed, and a row from memory answered. */
Bun.serve({
  port: Number(process.env.PORT),
  async fetch(request) {
    return Response.json(await request.json());
  },
});
console.log("The peer is ready");
