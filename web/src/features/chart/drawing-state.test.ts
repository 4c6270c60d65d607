import type { ChartDrawing } from '@evenhand/protocol/chart.ts'
import { describe, expect, it } from 'vitest'
import type { DrawingCanvas } from './drawing-canvas.ts'
import { createDrawingEditor } from './drawing-state.ts'
import { hitOf, strokesOf } from './drawing-geometry.ts'
import { drawingKey } from './drawing-keys.ts'

/** A canvas of 1000 × 500 pixels: a second a pixel to the right, a unit a pixel downwards from 1000. */
const canvas: DrawingCanvas = {
  width: 1000,
  height: 500,
  step: 10,
  toSpot: ({ ts, price }) => ({ x: ts / 1000, y: 1000 - Number(price) }),
  toPoint: ({ x, y }) => ({ ts: Math.round(x * 1000), price: String(1000 - y) }),
}
const at = (x: number, y: number) => canvas.toPoint({ x, y })

function editorWith() {
  const kept: (readonly ChartDrawing[])[] = []
  let no = 0
  const editor = createDrawingEditor({
    keep: (drawings) => kept.push(drawings),
    newId: () => String(no++).padStart(32, '0'),
  })
  const press = (key: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
    drawingKey(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, ...held },
      { editor, canvas: () => canvas, start: () => at(500, 200) },
    )
  return { editor, kept, press }
}

describe('drawing', () => {
  it('takes as many points as its kind needs, and is kept once', () => {
    const { editor, kept } = editorWith()
    editor.choose('trendLine')
    expect(editor.place(at(100, 100))).toBeUndefined()
    expect(kept).toHaveLength(0)
    expect(editor.place(at(300, 200))).toMatchObject({ kind: 'trendLine', points: [at(100, 100), at(300, 200)] })
    editor.choose('horizontalLine')
    editor.place(at(50, 400))
    expect(kept.map(({ length }) => length)).toEqual([1, 2])
  })

  it('by keyboard begins at the candle pointed at, moves by candles and hundredths, and ends with Enter', () => {
    const { editor, press } = editorWith()
    editor.choose('fibonacci')
    expect(press('ArrowLeft')).toEqual({ what: 'aim', point: at(490, 200) })
    press('ArrowUp')
    expect(press('Enter')).toEqual({ what: 'placed' })
    press('PageDown')
    press('ArrowDown', { shiftKey: true })
    expect(press('Enter')).toEqual({ what: 'done' })
    expect(editor.get().drawings[0]?.points).toEqual([at(490, 195), at(590, 196)])
    expect(press('x')).toBeUndefined()
  })

  it('by keyboard is moved whole or by an end, deleted, and taken back', () => {
    const { editor, press, kept } = editorWith()
    editor.choose('trendLine')
    editor.place(at(100, 100))
    editor.place(at(300, 200))
    press('ArrowRight')
    expect(editor.selected()?.points).toEqual([at(110, 100), at(310, 200)])
    expect(press('Enter')).toEqual({ what: 'first' })
    press('Enter')
    press('ArrowDown')
    expect(editor.selected()?.points).toEqual([at(110, 100), at(310, 205)])
    expect(press('Enter')).toEqual({ what: 'whole' })
    expect(press('Delete')).toEqual({ what: 'deleted' })
    expect(kept.at(-1)).toEqual([])
    expect(press('z', { ctrlKey: true })).toEqual({ what: 'undone' })
    expect(kept.at(-1)?.[0]?.points).toEqual([at(110, 100), at(310, 205)])
    expect(press('z', { ctrlKey: true })).toBeUndefined()
    press('Escape')
    expect(press('Delete')).toBeUndefined()
  })

  it('stops at fifty, where undo brings none too many', () => {
    const { editor } = editorWith()
    for (let no = 0; no < 51; no += 1) {
      editor.choose('horizontalLine')
      editor.place(at(no, no))
    }
    expect(editor.get().drawings).toHaveLength(50)
    expect(editor.isFull()).toBe(true)
  })

  it('goes on while another device’s change comes in, unless it took what was chosen away', () => {
    const { editor } = editorWith()
    editor.choose('horizontalLine')
    const mine = editor.place(at(1, 1))
    editor.show(mine ? [mine] : [])
    expect(editor.get().selected).toBe(mine?.id)
    editor.show([])
    expect(editor.get().selected).toBeUndefined()
  })
})

describe('a pointer', () => {
  const line: ChartDrawing = { id: 'a', kind: 'trendLine', points: [at(100, 100), at(300, 100)] }
  const level: ChartDrawing = { id: 'b', kind: 'horizontalLine', points: [at(100, 300)] }
  const find = (x: number, y: number, reach = 6) => hitOf([line, level], { at: { x, y }, reach, canvas })
  it.each([
    ['a line', 200, 104, { id: 'a', grip: undefined }],
    ['an end of it', 302, 101, { id: 'a', grip: 1 }],
    ['a level, anywhere along it', 900, 297, { id: 'b', grip: undefined }],
    ['nothing beyond the end of a line', 320, 100, undefined],
    ['nothing', 200, 200, undefined],
  ])('finds %s', (_, x, y, hit) => expect(find(x, y)).toEqual(hit))
  it('is more generous with a finger', () => {
    expect(find(200, 115)).toBeUndefined()
    expect(find(200, 115, 18)).toMatchObject({ id: 'a' })
  })
})

describe('a Fibonacci drawing', () => {
  const strokes = (height: number) =>
    strokesOf({ kind: 'fibonacci', points: [at(100, 300 + height), at(300, 300)] }, canvas)
  it('counts back from its second point', () => {
    expect(strokes(200).map(({ from, label }) => [label, from.y])).toEqual([
      ['0% · 700', 300],
      ['23.6% · 653', 347.2],
      ['38.2% · 624', 376.4],
      ['50% · 600', 400],
      ['61.8% · 577', 423.6],
      ['78.6% · 543', 457.2],
      ['100% · 500', 500],
      [undefined, 500],
    ])
  })
  it('leaves words out where they would lie on one another', () => {
    expect(strokes(50).every(({ label }) => label === undefined)).toBe(true)
  })
})
