/**
 * Has one thread write the files of one test after another: a thread that begins anew for each
 * test's service was a third of what its start costs. Loaded before all tests (bunfig.toml).
 */

const Thread = globalThis.Worker;
const WRITER = /\/writer_worker\.ts$/;
const idle: Worker[] = [];

globalThis.Worker = new Proxy(Thread, {
  construct(_, [script, options]: ConstructorParameters<typeof Worker>) {
    if (!WRITER.test(String(script))) return new Thread(script, options);
    return idle.pop() ?? keptThread(script, options);
  },
});

/** Its terminate() ends it only in the middle of its work; one that was closed waits for the next file. */
function keptThread(...args: ConstructorParameters<typeof Worker>): Worker {
  const thread = new Thread(...args);
  const { postMessage, addEventListener, terminate } = thread;
  const ended: EventListener[] = [];
  let isClosed = false;
  addEventListener.call(thread, "close", () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  });
  return Object.assign(thread, {
    postMessage(order: unknown, transfer: Transferable[] = []) {
      isClosed = order === "close";
      postMessage.call(thread, order, { transfer });
    },
    addEventListener(type: string, heard: EventListener) {
      ended.push(heard);
      addEventListener.call(thread, type, heard);
    },
    terminate() {
      if (!isClosed) return terminate.call(thread);
      for (const heard of ended.splice(0)) {
        thread.removeEventListener("close", heard);
      }
      thread.onmessage = null;
      thread.onerror = null;
      idle.push(thread);
    },
  });
}
