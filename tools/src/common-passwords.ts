import { readFileSync, writeFileSync } from 'node:fs'
import { passwordLength } from '../../protocol/src/accounts.ts'
import { filterOf } from '../../server/src/domains/auth/common-passwords.ts'

/** Shorter ones are refused for their length, so they need no place in the filter. */
export function longEnough(list: string): string[] {
  return [...new Set(list.split(/\r?\n/).map((line) => line.normalize('NFC').toLowerCase()))].filter(
    (password) => [...password].length >= passwordLength.min,
  )
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (file === undefined) {
    console.error('Usage: npm run common-passwords -- FILE, one leaked password a line, the most common first.')
    process.exit(2)
  }
  const passwords = longEnough(readFileSync(file, 'utf8'))
  const target = new URL('../../server/src/domains/auth/common-passwords.bin', import.meta.url)
  writeFileSync(target, filterOf(passwords))
  console.log(`${passwords.length} passwords of ${passwordLength.min} characters or more`)
}
