import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SetupError } from './config.ts'

// Level by level: Node's own recursive form never ends on a file system that refuses with "no such file" (/proc).
function makeLevels(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (dirname(folder) !== folder) makeLevels(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw cause
  }
}

/** Makes DATA_DIR, an absolute path, when it is not there. Refuses one that cannot be made or written with one sentence. */
export function makeDataDir(dataDir: string): void {
  try {
    makeLevels(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    throw new SetupError(
      `The folder ${dataDir} cannot be written (${why}): set DATA_DIR to a folder you may write in.`,
      { cause },
    )
  }
}
