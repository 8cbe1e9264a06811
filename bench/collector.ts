/** Takes spans as a collector does, in a process of its own, and tells how many bytes there were. */
let taken = 0;
Bun.serve({
  port: Number(Bun.env.PORT),
  hostname: "127.0.0.1",
  async fetch(request) {
    if (request.method === "GET") return new Response(String(taken));
    taken += (await request.arrayBuffer()).byteLength;
    return Response.json({});
  },
});
console.log("The collector is ready");
