import { publicStats } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** The share of accounts that lost, in percent as the installation signs it; null while too few accounts have traded. */
export const loadLossRate = async (): Promise<string | null> =>
  (await call(publicStats, {})).figures.find(({ name }) => name === 'lossRate')?.value ?? null
