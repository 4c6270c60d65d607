import { getDrawings, putDrawings } from '@evenhand/protocol/chart.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { Drawings } from './drawings.ts'

/** Requests of a customer that read and replace the drawings on a chart. */
export const drawingsRoutes = (drawings: Drawings): Mounted[] => [
  handle(getDrawings, drawings.read),
  handle(putDrawings, drawings.replace),
]
