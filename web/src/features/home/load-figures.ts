import { publicStats } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** The figures the installation computes from its own records. */
export const loadFigures = async () => (await call(publicStats, {})).figures
