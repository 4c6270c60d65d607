import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useLossRate } from '../../lib/use-loss-rate.ts'

/**
 * The risk warning of contracts in the words of FCA COBS 22.5.6R. The share of accounts that lose is the one that
 * `/transparency` shows, `none` below a hundred accounts: never an invented figure. `short`: in those for where there is little
 * room (COBS 22.5.10R).
 */
export function ContractWarning({ short = false }: { short?: boolean }) {
  const t = useTranslations('contracts')
  const rate = useLossRate('contracts')
  return (
    <p className="flex items-start gap-2 text-12 text-fg2">
      <Icon name="warning" size={14} className="mt-0.5 shrink-0" />
      <span>{t(short ? 'warningShort' : 'warning', { rate })}</span>
    </p>
  )
}
