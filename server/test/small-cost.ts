import type { PasswordCost } from '../src/kernel/crypto/passwords.ts'

/** A hash in well under a millisecond, where what it costs is not what is tested. */
export const smallCost: PasswordCost = { memory: 64, passes: 1 }
