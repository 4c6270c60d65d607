import { publicStats, publicStatsHistory } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** The figures the installation computes from its own records, signed. */
export const loadFigures = () => call(publicStats, {})
export type SignedStats = Awaited<ReturnType<typeof loadFigures>>

const historyShown = 24
/** Earlier statements, newest first. */
export const loadHistory = async () => (await call(publicStatsHistory, { limit: historyShown })).statements
export type PastStats = Awaited<ReturnType<typeof loadHistory>>[number]
