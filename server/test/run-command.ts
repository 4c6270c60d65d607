import { execFile } from 'node:child_process'
import { join } from 'node:path'

const tools = join(import.meta.dirname, '../../tools/src')
/** Before the time of a test is over: a command that hangs is ended and named. */
const maxMs = 170_000

/**
 * Runs a command of `tools/src` as its own process; `env` is all that it is given beside what finds Node and its compiled
 * sources. Returns its exit code, -1 where a signal ended it, and what it wrote on both streams.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; text: string }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(tools, file), ...args],
      { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env }, timeout: maxMs },
      (failure, stdout, stderr) =>
        resolve({ code: failure === null ? 0 : Number(failure.code ?? -1), text: stdout + stderr }),
    ),
  )
}
