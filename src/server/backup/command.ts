// The end of a command line program: its exit code, and its errors in one line.

/** Runs the program with its words. */
export async function runCommand(
  main: (words: readonly string[]) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
