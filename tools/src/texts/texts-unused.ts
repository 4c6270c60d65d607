import type { SourceFile } from '../source-files.ts'

const literal = /['"`]([a-zA-Z0-9_.-]+)['"`]/g
const opening = /`([a-zA-Z0-9_.-]*)\$\{/g
const ending = /\}([a-zA-Z0-9_.-]+)`/g

const collect = (files: readonly SourceFile[], pattern: RegExp): Set<string> =>
  new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))

/**
 * Keys that no source file can name: neither as a literal, with or without their namespace, nor by a template that
 * begins like them. A key of a namespace in `computed` is named by a value at run time and is passed over.
 */
export function unusedKeys(
  keys: readonly string[],
  files: readonly SourceFile[],
  computed: readonly string[],
): string[] {
  const literals = collect(files, literal)
  const openings = [...collect(files, opening)].filter((start) => start.includes('.'))
  const endings = [...collect(files, ending)].filter((end) => end.startsWith('.'))
  return keys.filter((key) => {
    const [namespace = '', ...rest] = key.split('.')
    const short = rest.join('.')
    if (computed.includes(namespace)) return false
    if (literals.has(short) || literals.has(key)) return false
    return (
      !openings.some((start) => short.startsWith(start) || key.startsWith(start)) &&
      !endings.some((end) => short.endsWith(end))
    )
  })
}
