import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

test('an audit entry shows what was and what is, and a value that stayed only once', () => {
  expect(changedValues('{"status":"REVIEW","given":1}', '{"status":"APPROVED","given":1,"by":["a"]}')).toEqual([
    { name: 'status', before: 'REVIEW', after: 'APPROVED' },
    { name: 'given', before: undefined, after: '1' },
    { name: 'by', before: undefined, after: '["a"]' },
  ])
})

test('what is no object is shown as it is, and nothing as nothing', () => {
  expect(changedValues(null, '"a word"')).toEqual([{ name: 'value', before: undefined, after: 'a word' }])
  expect(changedValues('not json', null)).toEqual([{ name: 'value', before: 'not json', after: undefined }])
  expect(changedValues(null, null)).toEqual([])
})
