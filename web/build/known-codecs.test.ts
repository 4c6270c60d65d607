import { expect, test } from 'vitest'
import { unsupportedUses } from './known-codecs.ts'

const own = `
export const string = 1, int = 1
export const object = 1
export const array = 1
export const literal = 1
export const union = 1
export const tuple = 1
export const record = 1
export const partial = 1
export const regex = 1
export const decode = 1
export function codec() {}
export { oneOf as enum }`.replace(', int', '\nexport const int')

/** The faults of one source beside one that declares a list and something that is none. */
const faultsOf = (body: string): string[] =>
  unsupportedUses(
    [
      {
        path: 'words.ts',
        text: "export const words = ['a', 'b'] as const\nexport const sides = { buy: 'b', sell: 's' }",
      },
      { path: 'x.ts', text: `import * as z from 'zod/mini'\nimport { sides, words } from './words.ts'\n${body}` },
    ],
    own,
  )

test.each([
  'z.object({ a: z.literal("x"), b: z.literal(1), c: z.enum(words), d: z.enum(["a"]) })',
  'z.string().check(z.regex(/^a$/u))',
  'z.union([z.string(), z.array(z.int())])',
  'z.enum(words.map((one) => one) as [string, ...string[]])',
  'type A = z.output<typeof schema>; z.decode(schema, JSON.parse(text)) as A',
  'z.codec(z.string(), z.int(), { decode: Number, encode: String })',
])('%s is what our codecs do', (body) =>
  expect(faultsOf(`const made = ${body}`.replace('const made = type', 'type'))).toEqual([]),
)

test.each([
  ['z.map(z.string(), z.int())', 'no such name'],
  ['z.object({ a: z.union([z.string(), z.date()]) })', 'z.date'],
  ['z.literal(["a", "b"])', 'one text'],
  ['z.literal(words)', 'one text'],
  ['z.enum({ buy: "b" })', 'a list'],
  ['z.enum(sides)', 'a list'],
  ['z.enum(elsewhere)', 'a list'],
  ['z.union(members)', 'written here'],
  ['z.tuple([z.string()], z.int())', '1 arguments, not 2'],
  ['z.partial(schema, { a: true })', '1 arguments, not 2'],
  ['z.object()', '1 arguments, not 0'],
  ['z.string(...options)', 'spread'],
  ['z.string().check(z.regex(/a/g))', 'keeps its place'],
  ['z.string().parse(text)', 'z.decode'],
  ['z.string().check(z.regex(/a/)).safeParse(text)', 'z.decode'],
  ['[1].map(z.string)', 'call it'],
  ['make(z)', 'as a value'],
  ['z["string"]()', 'no such name'],
])('%s ends the build', (body, why) => {
  const faults = faultsOf(`const made = ${body}`)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^x\.ts:3 /)
  expect(faults[0]).toContain(why)
})

test.each(["import { string } from 'zod/mini'", "export * from 'zod/mini'", "export { string } from 'zod/mini'"])(
  '%s hides what is used, and ends the build',
  (text) => expect(unsupportedUses([{ path: 'x.ts', text }], own)[0]).toContain('as a whole'),
)
