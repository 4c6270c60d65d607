import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { expect, test } from 'vitest'
import codes from './zh/codes.json'

const modules = import.meta.glob<object>(['../../../protocol/src/*.ts', '!**/*.test.ts'], { eager: true })
const isRoute = (value: unknown): value is OperatorRoute =>
  typeof value === 'object' && value !== null && 'refusals' in value && 'does' in value

const routes = Object.values(modules)
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isRoute)
/** The refusals that any call of the console may return. */
const anyCall = ['sessionEnded', 'tooMany', 'dataIncomplete', 'fault', 'accountRestricted']

test('whatever the server refuses an operator has a text that shows what to do', () => {
  expect(routes.length).toBeGreaterThan(40)
  const codesInUse = new Set([
    ...anyCall,
    ...routes.flatMap(({ refusals, fieldRefusals }) => [...refusals, ...Object.values(fieldRefusals ?? {})]),
  ])
  expect([...codesInUse].filter((key) => !(key in codes))).toEqual([])
  expect(Object.keys(codes).filter((key) => !codesInUse.has(key as never))).toEqual([])
})
