import { expect, test } from 'vitest'
import { shownPage } from './shown-page.ts'

const all = Array.from({ length: 23 }, (_, at) => ({ id: `n${at}` }))
const ids = (wanted: { page?: string; id?: string }) => {
  const { rows, ...rest } = shownPage(all, { page: wanted.page, id: wanted.id })
  return { first: rows[0]?.id, count: rows.length, ...rest }
}

test('the page of the address is shown, the nearest where there is none of that number', () => {
  expect(ids({})).toEqual({ first: 'n0', count: 10, page: 1, pages: 3 })
  expect(ids({ page: '3' })).toEqual({ first: 'n20', count: 3, page: 3, pages: 3 })
  for (const page of ['9', '1e9']) expect(ids({ page }).page).toBe(3)
  for (const page of ['0', '-2', 'x', 'Infinity', '']) expect(ids({ page }).page).toBe(1)
})

test('a link to one of them shows the page it is on', () => {
  expect(ids({ id: 'n15' })).toMatchObject({ first: 'n10', page: 2 })
  expect(ids({ id: 'gone', page: '2' })).toMatchObject({ page: 2 })
  expect(shownPage([], { page: '4', id: undefined })).toEqual({ rows: [], page: 1, pages: 1 })
})
