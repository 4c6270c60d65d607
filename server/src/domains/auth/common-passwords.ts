import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * A Bloom filter of the passwords that leaked most often: a list of that size as text would be four times as large. Its
 * result "not common" is always right; "common" is wrong for about one password in 20 000, whose owner chooses another.
 */
export const filterBits = 295_000 * 8
const probes = 14

/** The bits that stand for a password, in any mixture of capital and small letters. */
export function bitsOf(password: string): number[] {
  const digest = hash('sha256', password.normalize('NFC').toLowerCase(), 'buffer')
  // Two independent numbers give all the probes (Kirsch and Mitzenmacher 2006).
  const first = digest.readUIntBE(0, 6)
  const step = digest.readUIntBE(6, 4)
  return Array.from({ length: probes }, (_, index) => (first + index * step) % filterBits)
}

/** A filter with these passwords in it; the tool that makes the file writes it. */
export function filterOf(passwords: Iterable<string>): Buffer {
  const filter = Buffer.alloc(filterBits / 8)
  for (const password of passwords)
    for (const bit of bitsOf(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  return filter
}

let loaded: Buffer | undefined

/** True for a password of ten characters or more that is among the 100 000 most common ones. Needs no network. */
export function isCommonPassword(password: string): boolean {
  const filter = (loaded ??= readFileSync(new URL('./common-passwords.bin', import.meta.url)))
  return bitsOf(password).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}
