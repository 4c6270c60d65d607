import type { SignedFigures } from '@evenhand/proofs/figures.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import type { FiguresVerdict } from '@evenhand/proofs/verify-figures.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf } from './verify-text.ts'

/** Some figures are lists of hundreds of numbers. */
const longest = 60
const shortened = (value: string): string => (value.length > longest ? `${value.slice(0, longest)}…` : value)

function tableOf({ figures }: SignedFigures): string[] {
  const width = Math.max(...figures.map(({ name }) => name.length))
  return figures.map(
    ({ name, value, asOf, query }) =>
      `  ${name.padEnd(width)}  ${shortened(value ?? '—')}  (${utcText(asOf)}${query === null ? '' : `, ${query}`})`,
  )
}

/** What the command prints about published figures: the newest of them, how many statements there are, and what is wrong. */
export function figureLines({ findings, statements }: FiguresVerdict, textOf: TextOf): string[] {
  const [newest] = statements
  if (newest === undefined) return findingLines(findings, textOf)
  const oldest = statements.at(-1) ?? newest
  const before = textOf('figuresBefore', { found: String(statements.length - 1), at: utcText(oldest.at) })
  const shown = [
    textOf('figures', { at: newest.origin, found: utcText(newest.at) }),
    ...tableOf(newest),
    ...(oldest === newest ? [] : [before]),
  ]
  if (findings.length > 0) return [...shown, ...findingLines(findings, textOf)]
  const signers = new Set(statements.map(({ keyId }) => keyId))
  return [...shown, ...[...signers].map((at) => textOf('signedBy', { at })), textOf('figuresRight')]
}
