import { maxWatched } from '@evenhand/protocol/watchlist-limits.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { guestKeys as keys } from './guest-keys.ts'

const shape = /^[A-Z0-9][A-Z0-9._=-]{0,31}$/

/** What a visitor watches in this browser. Anything else that may have got into the storage is left out. */
export const readGuestCodes = (): string[] => readCodes(keys.list)
export const writeGuestCodes = (codes: readonly string[]): void => writeCodes(keys.list, codes)

/** What did not fit when a visitor's list joined a customer's, until the customer has read it. */
export const readLeftCodes = (): string[] => readCodes(keys.left)
export const writeLeftCodes = (codes: readonly string[]): void => writeCodes(keys.left, codes)

/** Runs when another tab of this browser changed the visitor's list. */
export function onGuestCodes(listener: () => void): void {
  addEventListener('storage', ({ key }) => (key === keys.list || key === null) && listener())
}

function readCodes(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    const codes = Array.isArray(stored) ? stored.filter((code) => typeof code === 'string' && shape.test(code)) : []
    return [...new Set(codes as string[])].slice(0, maxWatched)
  } catch {
    return []
  }
}

const writeCodes = (key: string, codes: readonly string[]): void =>
  writeStored(key, codes.length === 0 ? null : JSON.stringify(codes.slice(0, maxWatched)))
