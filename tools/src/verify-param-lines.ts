import { optionTermsIn } from '@evenhand/proofs/published-params.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { heldAt, type HeldParam, type ParamsVerdict } from '@evenhand/proofs/verify-params.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf } from './verify-text.ts'

const termLines = (value: string): string[] =>
  (optionTermsIn(value) ?? []).map(
    ({ limitTime, min, max, payoutPpm }) =>
      `  ${limitTime} s  ${formatUnits(min, 6, 2)}–${formatUnits(max, 6, 2)} USDT × ${formatUnits(payoutPpm, 6, 2)}`,
  )

function heldLines({ param, from, to }: HeldParam, textOf: TextOf): string[] {
  const span = from === to ? utcText(from) : `${utcText(from)} – ${utcText(to)}`
  return [
    textOf('paramsHeld', { at: param.key, found: String(param.version), expected: span }),
    ...termLines(param.value),
  ]
}

/** What the command prints about parameters: what signed receipts prove and when, what none of them names, and what is wrong. */
export function paramLines(
  { findings, held, unproved }: ParamsVerdict,
  { at, textOf }: { at: number | undefined; textOf: TextOf },
): { readonly ok: boolean; readonly lines: readonly string[] } {
  if (findings.length > 0) return { ok: false, lines: findingLines(findings, textOf) }
  const found = at === undefined ? undefined : heldAt(held, at)
  const shown = at === undefined ? held : found === undefined ? [] : [found]
  const notes = unproved.map(({ key, version }) => `  ! ${textOf('paramsUnproved', { at: `${key} ${version}` })}`)
  const lines = [...shown.flatMap((one) => heldLines(one, textOf)), ...notes]
  if (at === undefined) return { ok: true, lines: [...lines, textOf('paramsRight')] }
  if (found === undefined)
    return { ok: false, lines: [...lines, ...findingLines([{ is: 'paramsNotAt', at: utcText(at) }], textOf)] }
  return { ok: true, lines: [...lines, textOf('paramsAt', { at: utcText(at), found: String(found.param.version) })] }
}
