import type { DrawingBoard } from '../features/chart/chart-drawing.ts'
import { LevelLayer } from '../features/chart/level-layer.tsx'
import { PositionLines as Lines } from '../features/contracts/position-lines.tsx'

/** The customer's contracts on an instrument, as lines over its chart. */
export const PositionLines = ({ code, board }: { code: string; board: DrawingBoard }) => (
  <Lines code={code} renderLevels={(levels, draw) => <LevelLayer board={board} levels={levels} draw={draw} />} />
)
