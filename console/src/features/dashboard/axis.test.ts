import { expect, it } from 'vitest'
import { axisEnd } from './axis.ts'

it.each([
  [0, 0],
  [1, 1],
  [3, 5],
  [23, 25],
  [2600, 5000],
  [9.5e11, 1e12],
])('an axis up to %d ends at %d', (value, end) => expect(axisEnd(value)).toBe(end))
