import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** The texts of one language by `catalogue.key`. */
export type LanguageTexts = {
  readonly lang: string
  readonly tag: string
  readonly texts: Readonly<Record<string, string>>
}

type Shape = { readonly placeholders: ReadonlySet<string>; readonly complaints: readonly string[] }

const isAmount = (category: string): boolean => category.startsWith('=')

function pluralComplaint(name: string, given: readonly string[], locale: { tag: string; ordinal: boolean }): string[] {
  const type = locale.ordinal ? 'ordinal' : 'cardinal'
  // Categories that only fractions or millions take (es, fr, it, pt "many") may be left to "other".
  const needed = new Intl.PluralRules(locale.tag, { type }).resolvedOptions().pluralCategories
  const whole = new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(locale.tag, { type }).select(n)))
  const missing = needed.filter(
    (category) => (whole.has(category) || category === 'other') && !given.includes(category),
  )
  const foreign = given.filter((category) => !isAmount(category) && !needed.some((known) => known === category))
  return [
    ...missing.map((category) => `{${name}, plural} lacks "${category}"`),
    ...foreign.map((category) => `{${name}, plural} has "${category}", which ${locale.tag} does not know`),
  ]
}

function walk(elements: readonly MessageFormatElement[], tag: string): { names: string[]; complaints: string[] } {
  const found = elements.map((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return { names: [], complaints: [] }
    if (element.type === TYPE.tag) {
      const inner = walk(element.children, tag)
      return { names: [`<${element.value}>`, ...inner.names], complaints: inner.complaints }
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return { names: [element.value], complaints: [] }
    const inner = Object.values(element.options).map((option) => walk(option.value, tag))
    const own =
      element.type === TYPE.plural
        ? pluralComplaint(element.value, Object.keys(element.options), {
            tag,
            ordinal: element.pluralType === 'ordinal',
          })
        : []
    return {
      names: [element.value, ...inner.flatMap(({ names }) => names)],
      complaints: [...own, ...inner.flatMap(({ complaints }) => complaints)],
    }
  })
  return { names: found.flatMap(({ names }) => names), complaints: found.flatMap(({ complaints }) => complaints) }
}

/** The placeholders and tags of an ICU text, and what is wrong with its plurals in the language `tag`. */
export function shapeOf(text: string, tag: string): Shape {
  try {
    const { names, complaints } = walk(parse(text), tag)
    return { placeholders: new Set(names), complaints }
  } catch (cause) {
    return {
      placeholders: new Set(),
      complaints: [`is no ICU text: ${cause instanceof Error ? cause.message : String(cause)}`],
    }
  }
}

const difference = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter((item) => !b.has(item))

function compareText(source: string, text: string, tag: string): string[] {
  if (text.trim() === '') return ['is empty']
  const wanted = shapeOf(source, tag).placeholders
  const { placeholders, complaints } = shapeOf(text, tag)
  return [
    ...complaints,
    ...difference(wanted, placeholders).map((name) => `lacks {${name}}`),
    ...difference(placeholders, wanted).map((name) => `has {${name}}, which the source has not`),
  ]
}

/**
 * What is wrong with the languages measured against `source`: keys missing or too many, empty texts, other placeholders,
 * plural categories that the language needs or does not know. One sentence each; none when all is well.
 */
export function compareLanguages(source: LanguageTexts, others: readonly LanguageTexts[]): string[] {
  return [source, ...others].flatMap(({ lang, tag, texts }) => [
    ...Object.keys(source.texts)
      .filter((key) => texts[key] === undefined)
      .map((key) => `${lang}: ${key} is missing`),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const wanted = source.texts[key]
      if (wanted === undefined) return [`${lang}: ${key} is not in ${source.lang}`]
      return compareText(wanted, text, tag).map((complaint) => `${lang}: ${key} ${complaint}`)
    }),
  ])
}
