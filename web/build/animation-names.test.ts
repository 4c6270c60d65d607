import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const keyframesOf = (css: string) => [...css.matchAll(/@keyframes\s+([\w-]+)/g)].map(([, name]) => name)

test('no animation has a name of one of Tailwind, which would replace it wherever its class is used', () => {
  const own = keyframesOf(readFileSync(new URL('../../ui/src/base.css', import.meta.url), 'utf8'))
  const theme = createRequire(import.meta.url).resolve('tailwindcss/theme.css')
  const taken = new Set(keyframesOf(readFileSync(theme, 'utf8')))
  expect(taken.size).toBeGreaterThan(0)
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter((name) => taken.has(name))).toEqual([])
})
