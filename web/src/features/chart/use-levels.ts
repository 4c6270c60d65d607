import { useEffect, useRef, useState } from 'react'
import type { PriceLevel } from '../../lib/price-levels.ts'
import { subscribeAppearance } from '../../lib/settings.ts'
import type { DrawingBoard } from './chart-drawing.ts'
import { drawLevels, type LevelPositions } from './price-levels.ts'

const textOf = ({ width, height, legend, tops }: LevelPositions): string =>
  [width, height, legend, ...[...tops].flatMap(([key, top]) => [key, Math.round(top)])].join(' ')

/** Keeps levels drawn on a chart. Returns where they stand, undefined before the first drawing, and the price at a height. */
export function useLevels(board: DrawingBoard, levels: readonly PriceLevel[]) {
  const [positions, setPositions] = useState<LevelPositions>()
  const drawn = useRef<ReturnType<typeof drawLevels>>(undefined)
  const latest = useRef(levels)
  latest.current = levels
  useEffect(() => {
    let text = ''
    let isOver = false
    const made = drawLevels(board, (next) => {
      const now = textOf(next)
      if (now === text) return
      text = now
      // The chart draws: what stands over it is moved afterwards.
      queueMicrotask(() => void (!isOver && setPositions(next)))
    })
    drawn.current = made
    made.show(latest.current)
    const unsubscribe = subscribeAppearance(() => made.show(latest.current))
    return () => {
      isOver = true
      unsubscribe()
      made.stop()
    }
  }, [board])
  const key = levels.map(({ key: name, price, unset }) => `${name} ${price} ${unset}`).join()
  // oxlint-disable-next-line react/exhaustive-deps -- the key has what of the levels matters
  useEffect(() => drawn.current?.show(levels), [key])
  return { positions, priceAt: (y: number) => drawn.current?.priceAt(y) ?? 0 }
}
