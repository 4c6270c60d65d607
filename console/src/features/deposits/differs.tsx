import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { formatAmount } from '@evenhand/ui/format.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'

/** In red: what was claimed, what would be credited, and that two have to approve exactly that. */
export function Differs({ seen: { coin, amount }, units }: { seen: SeenDeposit; units: bigint }) {
  const t = useTranslations('deposits')
  const text = (params: string) => `\u2066${formatAmount(params)} ${coin}\u2069`
  return (
    <Banner look="danger">
      {t('differs', { claimed: text(amount), amount: text(moneyText({ asset: coin, units })) })}
    </Banner>
  )
}
