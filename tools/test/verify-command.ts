import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runVerify } from '../src/verify.ts'

/** A folder for the files of a test of `npm run verify`, removed after it, and the command over them. */
export function verifyCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-verify-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    put(name: string, text: string): string {
      const file = join(folder, name)
      writeFileSync(file, text)
      return file
    },
    run: (...args: string[]) => runVerify(args, {}),
  }
}
