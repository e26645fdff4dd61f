// Long work of the page in pieces: between two of them what the user presses has its turn.

/** Resolves in a task of its own. A timer would wait four milliseconds each time, and a second where the page is hidden. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** The pause of a file that is written to its end. */
export async function onward(): Promise<true> {
  await nextTask();
  return true;
}
