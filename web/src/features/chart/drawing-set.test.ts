import type { ChartDrawing } from '@evenhand/protocol/chart.ts'
import { describe, expect, it } from 'vitest'
import { mergeDrawings, sameDrawings } from './drawing-set.ts'

const line = (no: number, price = '1.5'): ChartDrawing => ({
  id: String(no).padStart(32, '0'),
  kind: 'horizontalLine',
  points: [{ ts: 1000, price }],
})
const [a, b, c] = [line(1), line(2), line(3)]

describe('mergeDrawings', () => {
  it.each([
    ['both additions stay', { base: [a], mine: [a, b], theirs: [a, c] }, [a, c, b]],
    ['what I removed is gone', { base: [a, b], mine: [b], theirs: [a, b, c] }, [b, c]],
    ['what they removed is gone', { base: [a, b], mine: [a, b], theirs: [b] }, [b]],
    ['what I moved is moved', { base: [a], mine: [line(1, '9')], theirs: [a] }, [line(1, '9')]],
    ['what they moved is moved', { base: [a], mine: [a], theirs: [line(1, '8')] }, [line(1, '8')]],
    ['of one that both moved mine stands', { base: [a], mine: [line(1, '9')], theirs: [line(1, '8')] }, [line(1, '9')]],
    ['what I moved and they removed stays', { base: [a], mine: [line(1, '9')], theirs: [] }, [line(1, '9')]],
    ['a guest’s come beside a customer’s', { base: [], mine: [a], theirs: [b] }, [b, a]],
  ])('%s', (_, params, merged) => {
    expect(mergeDrawings(params)).toEqual(merged)
    expect(sameDrawings(mergeDrawings(params), merged)).toBe(true)
  })
  it('never exceeds what an instrument may have; what is kept already goes first', () => {
    const theirs = Array.from({ length: 50 }, (_, no) => line(no + 100))
    expect(mergeDrawings({ base: [], mine: [a], theirs })).toEqual(theirs)
  })
})
