import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SetupError } from '../config/config.ts'

/** 32 random bytes kept in a file of this process alone; made at first start. Refuses a file of another length. */
export function openSecret(file: string): Uint8Array {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Written aside and renamed, so that a start that was cut short leaves no half secret.
    const aside = `${file}.${process.pid}.new`
    writeFileSync(aside, randomBytes(32), { mode: 0o600, flush: true })
    renameSync(aside, file)
  }
  const secret = readFileSync(file)
  if (secret.length !== 32) throw new SetupError(`${file} is damaged: restore it from its backup and start again.`)
  return secret
}
