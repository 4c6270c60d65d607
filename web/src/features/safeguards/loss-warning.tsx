import { publicStats } from '@evenhand/protocol/books.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { formatDecimal } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 600_000
const load = async () => (await call(publicStats, {})).figures.find(({ name }) => name === 'lossRate')?.value ?? null

/**
 * The risk warning with the share of accounts that lose, as the installation computes it from its own records; the
 * words for "no figure yet" while there is none, and never an invented one.
 */
export function LossWarning() {
  const t = useTranslations('safeguards')
  const { data } = useFetched('lossRate', load, freshMs)
  return <span>{t('loss', { rate: typeof data === 'string' ? formatDecimal(data) : 'none' })}</span>
}
