import * as deposits from '@evenhand/protocol/deposits-console.ts'
import * as identification from '@evenhand/protocol/identification-console.ts'
import * as fundReset from '@evenhand/protocol/fund-reset-console.ts'
import * as customers from '@evenhand/protocol/operator-customers.ts'
import * as house from '@evenhand/protocol/operator-house.ts'
import * as requests from '@evenhand/protocol/operator-requests.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import * as operators from '@evenhand/protocol/operators.ts'
import * as withdrawals from '@evenhand/protocol/withdrawals-console.ts'
import { expect, test } from 'vitest'
import codes from './zh/codes.json'

const isRoute = (value: unknown): value is OperatorRoute =>
  typeof value === 'object' && value !== null && 'refusals' in value && 'does' in value

const routes = [deposits, identification, fundReset, customers, house, requests, operators, withdrawals]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isRoute)
/** What any call of the console may answer. */
const anyCall = ['sessionEnded', 'tooMany', 'dataIncomplete', 'fault', 'accountRestricted']

test('whatever the server refuses an operator has a text that says what to do', () => {
  expect(routes.length).toBeGreaterThan(40)
  const answered = new Set([
    ...anyCall,
    ...routes.flatMap(({ refusals, fieldRefusals }) => [...refusals, ...Object.values(fieldRefusals ?? {})]),
  ])
  expect([...answered].filter((key) => !(key in codes))).toEqual([])
  expect(Object.keys(codes).filter((key) => !answered.has(key as never))).toEqual([])
})
