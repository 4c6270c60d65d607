import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: unknown }

/** A line never breaks between a figure and its unit: `{min} USDT`, `{maxMb} MB`. */
const withUnits = (text: string): string => text.replace(/(?<=[}\d]) (?=(?:USDT|MB)\b)/g, '\u00a0')

export const compileAll = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(withUnits(text)) : compileAll(text),
    ]),
  )

/** Of `common.json?offer`: the words in which a first visitor is offered the language, without the catalogue around them. */
const offerOf = ({ language, close }: Texts): Texts => ({
  language: { suggest: (language as Texts)['suggest'] ?? '' },
  close: close ?? '',
})

/** Compiles the ICU texts at build time, so that no message parser reaches the browser. */
export const compileTexts = (): Plugin => ({
  name: 'compile-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/texts\/.*\.json(\?offer)?$/ },
    handler(code, id) {
      const texts = JSON.parse(code) as Texts
      if (!id.endsWith('?offer')) return { code: JSON.stringify(compileAll(texts)), map: null }
      return { code: `export default ${JSON.stringify(compileAll(offerOf(texts)))}`, moduleType: 'js', map: null }
    },
  },
  /** While a page is worked on, it takes a changed catalogue in place (`lib/texts.ts` of both apps) and is not loaded anew. */
  async hotUpdate({ type, file, read }) {
    const [, lang, namespace] = /\/texts\/([a-z]+)\/([a-z]+)\.json$/.exec(file) ?? []
    if (type !== 'update' || namespace === undefined || this.environment.name !== 'client') return undefined
    const messages = compileAll(JSON.parse(await read()) as Texts)
    this.environment.hot.send('texts', { lang, namespace, messages })
    return []
  },
})
