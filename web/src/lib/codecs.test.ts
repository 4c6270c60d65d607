import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as zod from 'zod/mini'
import * as lean from './codecs.ts'

type Route = { path: string; request: zod.ZodMiniType; result: zod.ZodMiniType }
type Def = { type: string; [name: string]: unknown }
type Loaded = Record<string, Record<string, unknown>>

// Without tests: they would be registered once more, as tests of this file.
const files = import.meta.glob<Record<string, unknown>>(['../../../protocol/src/*.ts', '!**/*.test.ts'])
const sources = import.meta.glob<string>(['../../../protocol/src/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
})
const load = async (): Promise<Loaded> =>
  Object.fromEntries(await Promise.all(Object.entries(files).map(async ([path, file]) => [path, await file()])))

const protocol = await load()
vi.resetModules()
vi.doMock('zod/mini', () => lean)
const leanProtocol = await load()
vi.doUnmock('zod/mini')
// Files of one worker follow one another: the next one gets the library again.
vi.resetModules()

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value && 'result' in value
const routes = Object.entries(protocol).flatMap(([file, all]) =>
  Object.entries(all).flatMap(([name, value]) =>
    isRoute(value) ? [{ name, real: value, own: leanProtocol[file]?.[name] as Route }] : [],
  ),
)

const texts = ['abc', '/help', '12', '1', '00000000000000000000000000000000', 'drawing-0001', '1.50', '0.94', 'BTCUSDT', 'NZ', '2026-01-02', '01890a5d-ac96-774b-bcce-b302099a8057', 'a'.repeat(64), '22:30', '135790', '2026-01', 'a'.repeat(22), 'a'.repeat(87), 'a'.repeat(43), `chat_${'a'.repeat(43)}`, 'deposit:abc', 'deposit:01890a5d-ac96-774b-bcce-b302099a8057', 'C1000009', '4711', '+6421234567'] // prettier-ignore
const whole = [1, 0, 5, 12, 60, 1_700_000_000_000]

/** Values as they travel that the library's codec takes: as many as it takes for every member of every union in it. */
function examples(schema: zod.ZodMiniType): unknown[] {
  const choice = { at: 0, count: 1 }
  const all: unknown[] = []
  for (; choice.at < choice.count; choice.at += 1) all.push(example(schema, choice))
  return all
}

/** One of them; a union inside a union multiplies the choices. */
function example(schema: zod.ZodMiniType, choice: { at: number; count: number }, within = 1): unknown {
  const def = schema._zod.def as unknown as Def
  const part = (params: unknown) => example(params as zod.ZodMiniType, choice, within)
  const inner = () => part(def['innerType'])
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def['shape'] as Record<string, zod.ZodMiniType>).map(([name, params]) => [name, part(params)]),
      )
    case 'array': {
      const one = part(def['element'])
      // Two, or as many as an array of a fixed length wants.
      const lists = [2, 12].map((length) => Array.from({ length }, () => one))
      return lists.find((list) => zod.safeDecode(schema, list as never).success) ?? lists[0]
    }
    case 'tuple':
      return (def['items'] as zod.ZodMiniType[]).map(part)
    case 'optional':
    case 'nullable':
    case 'default':
      return inner()
    case 'union':
      return chosen(def['options'] as zod.ZodMiniType[], choice, within)
    case 'pipe':
      return [...texts].find((one) => zod.safeDecode(schema, one as never).success)
    case 'record':
      return { name: part(def['valueType']) }
    case 'enum':
      return Object.values(def['entries'] as object)[0]
    case 'literal':
      return (def['values'] as unknown[])[0]
    case 'boolean':
      return true
    case 'unknown':
      return { any: ['thing'] }
    default:
      return [...texts, ...whole].find((one) => zod.safeDecode(schema, one as never).success)
  }
}

function chosen(options: zod.ZodMiniType[], choice: { at: number; count: number }, within: number): unknown {
  choice.count = Math.max(choice.count, within * options.length)
  const option = options[Math.floor(choice.at / within) % options.length] as zod.ZodMiniType
  return example(option, choice, within * options.length)
}

const strangers = [null, undefined, '', 'x', '-1', '1e5', '１', 'a'.repeat(2000), 1.5, -1, 2 ** 60, Number.NaN, true, 7n, [], {}, ['x']] // prettier-ignore

/** The value with one thing in it changed, taken out or added, in every field. */
function* variants(value: unknown): Generator {
  yield value
  yield* strangers
  if (Array.isArray(value)) {
    yield [...value, ...value, ...value]
    yield value.slice(1)
    for (const other of variants(value[0])) yield [other, ...value.slice(1)]
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, stranger: 1 }
    for (const [name, one] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const other of variants(one)) yield { ...value, [name]: other }
    }
  }
}

// No test reads the stack of a refusal, and writing it takes most of the time.
const { stackTraceLimit } = Error
beforeAll(() => void Object.assign(Error, { stackTraceLimit: 0 }))
afterAll(() => void Object.assign(Error, { stackTraceLimit }))

/** Whether two plain values hold the same, key for key. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => key in other && isSame(one[key as never], other[key as never]))
  )
}

const outcome = (run: () => unknown): unknown => {
  try {
    return { value: run() }
  } catch {
    return 'refused'
  }
}
type Either = (schema: never, value: never) => unknown
function compare(params: { real: unknown; own: unknown; value: unknown }, [theirs, ours]: [Either, Either]): number {
  let refused = 0
  for (const value of variants(params.value)) {
    const expected = outcome(() => theirs(params.real as never, value as never))
    if (expected === 'refused') refused += 1
    const given = outcome(() => ours(params.own as never, value as never))
    // An assertion a variant would take most of the time: only what is not plainly the same is compared closely.
    if (!isSame(given, expected)) expect([value, given]).toEqual([value, expected])
  }
  return refused
}

test('every name that protocol/ takes from the library is here', async () => {
  const written = await Promise.all(Object.values(sources).map((source) => source()))
  const used = written.flatMap((text) => [...text.matchAll(/\bz\.([_a-z]\w*)\(/g)])
  const names = new Set(used.map(([, name = '']) => name))
  expect([...names].filter((name) => !(name in lean))).toEqual([])
  expect(names.size).toBeGreaterThan(15)
})

describe.each(routes.map((route) => [route.real.path, route] as const))('%s', (_path, { real, own }) => {
  test('is requested and returned in the same shapes as by the library', () => {
    for (const side of ['request', 'result'] as const) {
      const codecs = { real: real[side], own: own[side] }
      let refused = 0
      for (const wire of examples(real[side])) {
        const inside = zod.decode(real[side], wire as never)
        refused += compare({ ...codecs, value: wire }, [zod.decode as Either, lean.decode as Either])
        compare({ ...codecs, value: inside }, [zod.encode as Either, lean.encode as Either])
      }
      if ((real[side]._zod.def as unknown as Def).type === 'object') expect(refused).toBeGreaterThan(5)
    }
  })
})

test('a response with a price that is no price is refused', () => {
  const { getOptionMinAmount } = leanProtocol['../../../protocol/src/options.ts'] as { getOptionMinAmount: Route }
  const response = { min: '1.00', max: '5000', payoutRate: '0.94', reserveLeft: '10' }
  expect(lean.decode(getOptionMinAmount.result as never, response)).toEqual(response)
  expect(() => lean.decode(getOptionMinAmount.result as never, { ...response, min: 'free' })).toThrow('bounds')
  expect(() => lean.decode(getOptionMinAmount.result as never, { ...response, min: 1 })).toThrow('text')
})
