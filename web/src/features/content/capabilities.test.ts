import { languages } from '@evenhand/protocol/languages.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { expect, test } from 'vitest'
import { nameOfCall } from './name-of-call.ts'

type Texts = { default: { calls: Readonly<Record<string, string>> } }
const files = import.meta.glob<Texts>('../../texts/*/capabilities.json', { eager: true })
const modules = import.meta.glob<object>(['../../../../protocol/src/*.ts', '!**/*.test.ts'], { eager: true })

const isRoute = (value: unknown): value is OperatorRoute =>
  typeof value === 'object' && value !== null && 'roles' in value && 'path' in value && 'summary' in value
/** Calls that need a session, which are those that the public list holds. */
const routes = Object.values(modules)
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isRoute)
  .filter(({ path, roles }) => path.startsWith('/swx/admin/') && roles.length > 0)
const names = [...new Set(routes.map(({ method, path }) => nameOfCall(method, path)))].toSorted()

test.each(languages.map(({ value }) => value))(
  '%s describes what each call of an operator does, and of no other',
  (lang) => {
    expect(names.length).toBeGreaterThan(50)
    const { calls } = files[`../../texts/${lang}/capabilities.json`]?.default ?? { calls: {} }
    expect(Object.keys(calls).toSorted()).toEqual(names)
  },
)

test('English describes it as the router does', () => {
  const calls = files['../../texts/en/capabilities.json']?.default.calls
  for (const { method, path, summary } of routes) expect(calls?.[nameOfCall(method, path)]).toBe(summary)
})
