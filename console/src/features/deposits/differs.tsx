import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useLocalNumber } from '../../lib/use-local-number.ts'

/** In red: what was claimed, what would be credited, and that two have to approve exactly that. */
export function Differs({ seen: { coin, amount }, units }: { seen: SeenDeposit; units: bigint }) {
  const t = useTranslations('deposits')
  const local = useLocalNumber()
  const text = (decimal: string) => local.amount(decimal, coin)
  return (
    <Banner variant="danger">
      {t('differs', { claimed: text(amount), amount: text(moneyText({ asset: coin, units })) })}
    </Banner>
  )
}
