import type { getMarketInfo } from '@evenhand/protocol/markets.ts'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useTermText } from './term-text.ts'

export type GrainParams = Pick<z.output<typeof getMarketInfo.result>, 'grain' | 'options'>

/** The limit times, in seconds, that the terms of options know; what of them is missing the grain of the price forbids. */
const everyTerm = [60, 120, 180, 300, 600, 900, 1800, 3600, 14_400, 86_400]

/** Why limit times are missing, where the steps of the price are too large for them; nothing where none is. */
export function GrainNote({ info: { grain, options } }: { info: GrainParams }) {
  const t = useTranslations('instrument')
  const { number } = useLocalNumber()
  const termText = useTermText()
  if (grain === undefined) return null
  const floor = grain.termFloor ?? Infinity
  const longest = everyTerm.findLast((term) => term <= floor)
  if (longest === undefined) return null
  const step = number(grain.step)
  return (
    <p className="text-12 text-fg2">
      {options.length === 0 ? t('closed.grain', { step }) : t('ticket.grain', { step, term: termText(longest) })}
    </p>
  )
}
