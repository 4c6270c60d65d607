import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('.env.example names every variable that is read, and no other', () => {
  const example = [...read('../../../../.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
  const known = /const variables = z\.object\(\{([\s\S]*?)\n\}\)/.exec(read('./config.ts'))?.[1] ?? ''
  const named = [...known.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1])
  expect(named.length).toBeGreaterThan(5)
  expect(example.toSorted()).toEqual(named.toSorted())
})
