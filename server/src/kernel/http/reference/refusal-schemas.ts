import { refusalCodes, type RefusalKey } from '@evenhand/protocol/codes.ts'
import { refusalParams } from '@evenhand/protocol/refusal-params.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as z from 'zod/mini'
import { override, type Schema } from './component-schemas.ts'

const paramsOf = refusalParams as Partial<Record<RefusalKey, z.ZodMiniType>>

/** The name of a refusal among the components. */
export const refusalName = (key: RefusalKey): string => `Refusal${key.charAt(0).toUpperCase()}${key.slice(1)}`
export const refusalRef = (key: RefusalKey): Schema => ({ $ref: `#/components/schemas/${refusalName(key)}` })

/** Refusals that are returned with an HTTP status of their own; all others come with 200. */
export const ownStatus = { sessionEnded: '401', tooMany: '429' } as const satisfies Partial<Record<RefusalKey, string>>

/** Every refusal of a call that is returned with HTTP 200: what it declares, and what any call with its marks may return. */
export function refusalsOf(route: Route): RefusalKey[] {
  const any: RefusalKey[] = ['dataIncomplete', 'fault']
  if (route.money === true || route.realOnly === true) any.push('modeMismatch')
  if (route.realOnly === true) any.push('realAccountNeeded')
  if (route.signedIn === true) any.push('customerNotFound')
  if (route.proof !== undefined) any.push('proofNeeded')
  if (route.signedIn === true) any.push('keyNotAllowed')
  return [...new Set([...route.refusals, ...Object.values(route.fieldRefusals ?? {}), ...any])].filter(
    (key) => !Object.hasOwn(ownStatus, key),
  )
}

/** The envelope of each refusal: its code and key are constants, so that a client distinguishes one from another by `code`. */
export function refusalSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(refusalCodes).map(([key, code]) => {
      const type = paramsOf[key as RefusalKey] ?? z.looseObject({})
      const { $schema: _dialect, ...params } = z.toJSONSchema(type, {
        io: 'input',
        unrepresentable: 'any',
        override,
      }) as Schema
      const schema: Schema = {
        type: 'object',
        properties: { code: { const: code }, msg: { const: key }, params, traceId: { type: 'string' } },
        required: ['code', 'msg', 'params', 'traceId'],
      }
      return [refusalName(key as RefusalKey), schema]
    }),
  )
}
