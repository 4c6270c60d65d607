import * as z from 'zod/mini'
import { noticeParams, type NoticeTemplate } from '../src/notice-params.ts'

type JsonSchema = {
  type?: string
  const?: string
  enum?: string[]
  pattern?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}
export type NoticeSample = { template: NoticeTemplate; params: Record<string, string | number> }

/** Texts that the schemas of params may request: an amount, a day, an id, and any other. */
const texts = ['1250.50', '2026-12-01', '01900000-0000-7000-8000-000000000001', 'BTCUSDT']
const numbers = { left: 3, version: 2 } as Record<string, number>
const sampleEpoch = 1_795_262_400_000

function valuesOf(name: string, { type, const: only, enum: list, pattern }: JsonSchema): (string | number)[] {
  if (list !== undefined) return list
  if (only !== undefined) return [only]
  if (type === 'integer') return [numbers[name] ?? sampleEpoch]
  const fitting = texts.find((text) => pattern !== undefined && new RegExp(pattern).test(text))
  return [fitting ?? 'BTCUSDT']
}

/** Params that a schema allows: each choice of each field once, and what may be left out, left out once. */
function samplesOf({ anyOf, properties = {}, required = [] }: JsonSchema): NoticeSample['params'][] {
  if (anyOf !== undefined) return anyOf.flatMap(samplesOf)
  const values = Object.entries(properties).map(([name, schema]) => [name, valuesOf(name, schema)] as const)
  const full = Object.fromEntries(values.map(([name, [first = '']]) => [name, first]))
  const chosen = values.flatMap(([name, choices]) => choices.slice(1).map((value) => ({ ...full, [name]: value })))
  const shortest = Object.fromEntries(Object.entries(full).filter(([name]) => required.includes(name)))
  return [full, ...chosen, ...(required.length === values.length ? [] : [shortest])]
}

/** Samples of every notice by the schema of its params, for those who try its texts. */
export const noticeSamples = (): NoticeSample[] =>
  Object.entries(noticeParams).flatMap(([template, schema]) =>
    samplesOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema).map((params) => ({
      template: template as NoticeTemplate,
      params,
    })),
  )
