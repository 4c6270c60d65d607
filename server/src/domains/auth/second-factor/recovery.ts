import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@evenhand/protocol/second-factor.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { replaceRecoveryCodes } from './factors.store.ts'
import type { Vault } from './vault.ts'

/** Letters and digits that are not mistaken for each other; ten of these 32 are 50 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const half = 5
const form = new RegExp(`^[${alphabet}]{${2 * half}}$`)

const newCode = (): string => {
  const text = Array.from({ length: 2 * half }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${text.slice(0, half)}-${text.slice(half)}`
}

/** A recovery code as it is hashed, however it was typed; undefined where it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const bare = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return form.test(bare) ? bare : undefined
}

/** Ten new recovery codes in place of all before them. They are returned once and stored as hashes only. */
export async function newRecoveryCodes(
  tx: Db<'auth'>,
  { customerId, vault }: { customerId: string; vault: Vault },
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(newCode())
  const hashes = [...codes].map((code) => vault.hashOfRecovery(customerId, code.replace('-', '')))
  await replaceRecoveryCodes(tx, { customerId, hashes })
  return [...codes]
}
