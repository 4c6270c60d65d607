import { useTranslations } from 'use-intl'
import { useLossRate } from './use-loss-rate.ts'

/**
 * The risk warning with the share of accounts that lose, as the installation computes it from its own records; the
 * words for "no figure yet" while there is none, and never an invented one.
 */
export function LossWarning() {
  const t = useTranslations('risk')
  return <span>{t('loss', { rate: useLossRate() })}</span>
}
