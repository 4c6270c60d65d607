import type { TextKey, TextOf } from './verify-text.ts'

/** One thing that differs, by the text that names it. */
export type Found = {
  readonly is: TextKey
  readonly at: string
  readonly expected?: string
  readonly found?: string
}

/** What was found, a line each with what stands there, and how many. */
export function findingLines(findings: readonly Found[], textOf: TextOf): string[] {
  const lines = findings.flatMap(({ is, at, expected, found }) => {
    const values = [
      ...(expected === undefined || is === 'reordered' ? [] : [`    ${textOf('expected')}: ${expected}`]),
      ...(found === undefined || is === 'otherKey' ? [] : [`    ${textOf('found')}: ${found}`]),
    ]
    return [`  ✗ ${textOf(is, { at, expected, found })}`, ...values]
  })
  return [...lines, textOf('wrong', { found: String(findings.length) })]
}
