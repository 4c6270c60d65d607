import { expect, test } from 'vitest'
import { bareLabel } from './bare-label.ts'

test.each([
  ['Reject (R)', 'Reject'],
  ['拒绝（R）', '拒绝'],
  ['승인(A)', '승인'],
  ['رفض (R)', 'رفض'],
  ['Court order…', 'Court order'],
  ['Export (CSV)', 'Export (CSV)'],
])('%s is %s in a dialog', (label, shown) => expect(bareLabel(label)).toBe(shown))
