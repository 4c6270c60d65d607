import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { useTranslations } from 'use-intl'
import { useLossRate } from '../../lib/use-loss-rate.ts'

/**
 * The risk warning of a product with the share of accounts that lose, as the installation computes it from its own
 * records; the words for "no figure yet" while there is none, and never an invented one.
 */
export function LossWarning({ product = 'options' }: { product?: GuardedProduct }) {
  const t = useTranslations('risk')
  return <span>{t(`loss.${product}`, { rate: useLossRate(product) })}</span>
}
