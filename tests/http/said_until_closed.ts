/** The answer of a server to these bytes, until it closes the connection. */
export async function saidUntilClosed(
  port: number,
  text: string,
): Promise<string> {
  let said = "";
  const closed = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => {
        said += bytes.toString();
      },
      close: () => closed.resolve(),
    },
  });
  socket.write(text);
  await closed.promise;
  return said;
}
