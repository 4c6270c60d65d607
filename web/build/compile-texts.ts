import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: unknown }

const compileAll = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compileAll(text)]),
  )

/** Compiles the ICU texts at build time, so that no message parser reaches the browser. */
export const compileTexts = (): Plugin => ({
  name: 'compile-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/texts\/.*\.json$/ },
    handler: (code) => ({ code: JSON.stringify(compileAll(JSON.parse(code) as Texts)), map: null }),
  },
})
