import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const protocol = new URL('../../protocol/src/', import.meta.url)
const codecs = new URL('../src/lib/codecs.ts', import.meta.url)

/** The names of `zod/mini` that some sources call and codecs.ts does not have. */
export function unknownNames(sources: readonly string[], own: string): string[] {
  const has = new Set([...own.matchAll(/\bexport (?:const|function) (\w+)|\bas (\w+) \}/g)].map(([, a, b]) => a ?? b))
  const used = sources.flatMap((text) => [...text.matchAll(/\bz\.([_a-z]\w*)\(/g)].map(([, name = '']) => name))
  return [...new Set(used)].filter((name) => !has.has(name)).toSorted()
}

/** Ends the build, with what to do, before a page is made that would break on a schema it does not know. */
export const knownCodecs = (): Plugin => ({
  name: 'known-codecs',
  buildStart() {
    const files = readdirSync(protocol).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    const sources = files.map((name) => readFileSync(new URL(name, protocol), 'utf8'))
    const missing = unknownNames(sources, readFileSync(codecs, 'utf8'))
    if (missing.length > 0)
      throw new Error(
        `protocol/ uses z.${missing.join(', z.')}: add it to web/src/lib/codecs.ts, as the library means it`,
      )
  },
})
