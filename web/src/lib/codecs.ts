/**
 * What protocol/ uses of `zod/mini`, for the browser: the build puts this file in the library's place (vite.config.ts).
 * The library is eight kilobytes gzipped, most of it for schemas and messages that the protocol does not have. Every request
 * and every response is checked as before; codecs.test.ts holds both against each other over every route. Exports carry
 * the library's names and meaning. A name that protocol/ begins to use is added here, and the same test fails until it is.
 */
type Way = 'decode' | 'encode'
/** Returns the value, or what it becomes; refuses one that does not fit. */
type Check = (value: never) => unknown
type Run = (value: unknown, way: Way) => unknown
type Codec = { readonly run: Run; readonly mayLack: boolean; readonly check: (...checks: Check[]) => Codec }
type Shape = Readonly<Record<string, Codec>>
type ObjectCodec = Codec & { readonly shape: Shape; readonly others: Others }
/** What happens to fields that a shape does not name. */
type Others = 'dropped' | 'kept' | 'refused'

/** A value that is not of its shape. Contains nothing of the value itself, which may be anything. */
class Malformed extends Error {
  override readonly name = 'Malformed'
}

const bad = (expected: string): never => {
  throw new Malformed(`expected ${expected}`)
}

/* @__NO_SIDE_EFFECTS__ */
function codecOf(run: Run, mayLack = false): Codec {
  return {
    run,
    mayLack,
    check: (...checks) =>
      codecOf((value, way) => checks.reduce((seen: unknown, check) => check(seen as never), run(value, way)), mayLack),
  }
}

/* @__NO_SIDE_EFFECTS__ */
const typed = (expected: string, fits: (value: unknown) => boolean) => (): Codec =>
  codecOf((value) => (fits(value) ? value : bad(expected)))

export const string = typed('text', (value) => typeof value === 'string')
export const boolean = typed('true or false', (value) => typeof value === 'boolean')
export const bigint = typed('a whole amount', (value) => typeof value === 'bigint')
export const int = typed('a whole number', Number.isSafeInteger)
export const number = typed('a number', Number.isFinite)
export const unknown = typed('anything', () => true)

/* @__NO_SIDE_EFFECTS__ */
export const literal = (one: unknown): Codec => codecOf((value) => (value === one ? value : bad(String(one))))
/* @__NO_SIDE_EFFECTS__ */
const oneOf = (list: readonly unknown[]): Codec =>
  codecOf((value) => (list.includes(value) ? value : bad(list.join(' or '))))
export { oneOf as enum }

/* @__NO_SIDE_EFFECTS__ */
export const optional = (inner: Codec): Codec =>
  codecOf((value, way) => (value === undefined ? value : inner.run(value, way)), true)
/* @__NO_SIDE_EFFECTS__ */
export const nullable = (inner: Codec): Codec =>
  codecOf((value, way) => (value === null ? value : inner.run(value, way)), inner.mayLack)
/* @__NO_SIDE_EFFECTS__ */
export const nullish = (inner: Codec): Codec => optional(nullable(inner))
/* @__NO_SIDE_EFFECTS__ */
export const _default = (inner: Codec, instead: unknown): Codec =>
  codecOf((value, way) => (value === undefined && way === 'decode' ? instead : inner.run(value, way)), true)

/* @__NO_SIDE_EFFECTS__ */
export const array = (item: Codec): Codec =>
  codecOf((value, way) => (Array.isArray(value) ? value.map((one) => item.run(one, way)) : bad('a list')))
/* @__NO_SIDE_EFFECTS__ */
export const tuple = (items: readonly Codec[]): Codec =>
  codecOf((value, way) =>
    Array.isArray(value) && value.length === items.length
      ? items.map((item, at) => item.run(value[at], way))
      : bad(`a list of ${items.length}`),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/* @__NO_SIDE_EFFECTS__ */
function objectOf(shape: Shape, others: Others): ObjectCodec {
  const fields = Object.entries(shape)
  const made = codecOf((value, way) => {
    if (!isRecord(value)) return bad('an object')
    if (others === 'refused' && Object.keys(value).some((name) => !Object.hasOwn(shape, name))) bad('no other field')
    const seen: Record<string, unknown> = others === 'kept' ? { ...value } : {}
    for (const [name, field] of fields) {
      if (!(name in value) && !field.mayLack) bad(name)
      const one = field.run(value[name], way)
      if (one !== undefined || name in value) seen[name] = one
    }
    return seen
  })
  return { ...made, shape, others }
}

/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Shape): ObjectCodec => objectOf(shape, 'dropped')
/* @__NO_SIDE_EFFECTS__ */
export const looseObject = (shape: Shape): ObjectCodec => objectOf(shape, 'kept')
/* @__NO_SIDE_EFFECTS__ */
export const strictObject = (shape: Shape): ObjectCodec => objectOf(shape, 'refused')
/* @__NO_SIDE_EFFECTS__ */
export const extend = (base: ObjectCodec, more: Shape): ObjectCodec => objectOf({ ...base.shape, ...more }, base.others)
/* @__NO_SIDE_EFFECTS__ */
export const partial = (base: ObjectCodec): ObjectCodec =>
  objectOf(
    Object.fromEntries(Object.entries(base.shape).map(([name, params]) => [name, optional(params)])),
    base.others,
  )
/* @__NO_SIDE_EFFECTS__ */
export const omit = (base: ObjectCodec, left: Readonly<Record<string, true>>): ObjectCodec =>
  objectOf(Object.fromEntries(Object.entries(base.shape).filter(([name]) => left[name] === undefined)), base.others)
/* @__NO_SIDE_EFFECTS__ */
export const record = (key: Codec, item: Codec): Codec =>
  codecOf((value, way) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => [key.run(name, way) as string, item.run(one, way)]),
        )
      : bad('an object'),
  )

/* @__NO_SIDE_EFFECTS__ */
export const union = (codecs: readonly Codec[]): Codec =>
  codecOf((value, way) => {
    for (const one of codecs) {
      try {
        return one.run(value, way)
      } catch (cause) {
        if (!(cause instanceof Malformed)) throw cause
      }
    }
    return bad('one of several shapes')
  })

/** One of several shapes, which a field distinguishes: its literal fits one of them, and that one reports what is wrong. */
/* @__NO_SIDE_EFFECTS__ */
export const discriminatedUnion = (key: string, codecs: readonly ObjectCodec[]): Codec =>
  codecOf((value, way) => {
    const own = isRecord(value) ? value[key] : undefined
    for (const one of codecs) {
      try {
        one.shape[key]?.run(own, way)
      } catch (cause) {
        if (cause instanceof Malformed) continue
        throw cause
      }
      return one.run(value, way)
    }
    return bad('one of several shapes')
  })

type Ways = { decode: (value: never) => unknown; encode: (value: never) => unknown }

/** Two sides of a value: what travels, and what the program works with. */
// oxlint-disable-next-line max-params -- the library's own signature
/* @__NO_SIDE_EFFECTS__ */
export function codec(wire: Codec, inside: Codec, ways: Ways): Codec {
  return codecOf((value, way) =>
    way === 'decode'
      ? inside.run(ways.decode(wire.run(value, way) as never), way)
      : wire.run(ways.encode(inside.run(value, way) as never), way),
  )
}

/* @__NO_SIDE_EFFECTS__ */
const within =
  <V>(fits: (value: V) => boolean) =>
  (value: V): V =>
    fits(value) ? value : bad('a value within its bounds')

/* @__NO_SIDE_EFFECTS__ */
export const regex = (form: RegExp) => within((text: string) => form.test(text))
/* @__NO_SIDE_EFFECTS__ */
export const minLength = (min: number) => within((value: { length: number }) => value.length >= min)
/* @__NO_SIDE_EFFECTS__ */
export const maxLength = (max: number) => within((value: { length: number }) => value.length <= max)
/* @__NO_SIDE_EFFECTS__ */
export const minimum = (min: number) => within((value: number) => value >= min)
/* @__NO_SIDE_EFFECTS__ */
export const maximum = (max: number) => within((value: number) => value <= max)
/* @__NO_SIDE_EFFECTS__ */
export const nonnegative = () => minimum(0)
/* @__NO_SIDE_EFFECTS__ */
export const refine = <V>(fits: (value: V) => unknown) => within((value: V) => Boolean(fits(value)))
/* @__NO_SIDE_EFFECTS__ */
export const normalize = (form: string) => (text: string) => text.normalize(form)
/* @__NO_SIDE_EFFECTS__ */
export const trim = () => (text: string) => text.trim()

/** What came over the wire → what the program works with. Throws Malformed. */
export const decode = (params: Codec, value: unknown): unknown => params.run(value, 'decode')
/** The other way round, for what is about to be sent. Throws Malformed. */
export const encode = (params: Codec, value: unknown): unknown => params.run(value, 'encode')
