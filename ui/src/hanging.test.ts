import { expect, test } from 'vitest'
import { placeAt } from './hanging.ts'

const button = { left: 900, right: 940, top: 10, bottom: 50 }
const panel = { width: 260, height: 300 }
const page = { width: 1000, height: 800, rtl: false }

test.each([
  ['below the button, ends in line', {}, {}, { left: 680, top: 56 }],
  [
    'in a page that reads from right to left with the starts in line',
    { left: 60, right: 100 },
    { rtl: true },
    { left: 60, top: 56 },
  ],
  ['above it where there is no room below', { top: 700, bottom: 740 }, {}, { left: 680, top: 394 }],
  ['inside the page where the button stands at its edge', { left: 0, right: 40 }, {}, { left: 8, top: 56 }],
  ['inside the page at its other edge', { left: 960, right: 1000 }, { rtl: true }, { left: 732, top: 56 }],
])('a panel hangs %s', (_name, at, params, position) =>
  expect(placeAt({ ...button, ...at }, panel, { ...page, ...params })).toEqual(position),
)
