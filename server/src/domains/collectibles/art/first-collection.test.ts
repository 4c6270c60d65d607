import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { langValues } from '@evenhand/protocol/languages.ts'
import { firstCollection } from './first-collection.ts'
import hashes from './first-hashes.json' with { type: 'json' }

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('is a day of 24 works and one beside it, each with a title of its own in every language', () => {
  const hours = firstCollection.flatMap(({ hour }) => (hour === null ? [] : [hour]))
  expect(hours.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, at) => at))
  for (const lang of langValues) expect(new Set(firstCollection.map(({ titles }) => titles[lang])).size).toBe(25)
})

test('is drawn to the byte as it was first published', () => {
  expect(Object.fromEntries(firstCollection.map(({ slug, draw }) => [slug, hashOf(draw())]))).toEqual(hashes)
})

test.each(firstCollection.map((work) => [work.slug, work] as const))(
  '%s is a small picture and nothing else',
  (_, work) => {
    const svg = work.draw()
    expect(svg).toBe(work.draw())
    expect(svg.length).toBeLessThan(20_000)
    expect(svg).not.toMatch(/script|foreignObject|style|NaN|undefined|Infinity| on\w+=/i)
    for (const [, reference] of svg.matchAll(/(?:href="|url\()([^")]+)/g))
      expect(svg).toContain(`id="${reference?.slice(1)}"`)
  },
)
