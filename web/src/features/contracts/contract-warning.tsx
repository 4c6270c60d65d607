import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useLossRate } from '../../lib/use-loss-rate.ts'

/**
 * The risk warning of contracts in the words of FCA COBS 22.5.6R. The share of accounts that lose is the one that
 * `/transparency` shows, `none` below a hundred accounts: never an invented figure.
 */
export function ContractWarning() {
  const t = useTranslations('contracts')
  const rate = useLossRate('contracts')
  return (
    <p className="flex items-start gap-2 text-12 text-fg2">
      <Icon name="warning" size={14} className="mt-0.5 shrink-0" />
      <span>{t('warning', { rate })}</span>
    </p>
  )
}
