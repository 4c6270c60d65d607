import { automaticReasons, namedReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { expect, test } from 'vitest'
import texts from '../texts/zh/acts.json'

test('every reason that the server writes by itself has a text, and no text is of none', () => {
  expect(Object.keys(texts.reason).toSorted()).toEqual(Object.keys(automaticReasons).toSorted())
  expect(Object.keys(texts.named).toSorted()).toEqual(Object.keys(namedReasons).toSorted())
})
