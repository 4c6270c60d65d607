import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { InviteInfo } from './invites-query.ts'

/** The rules in four sentences, with the figures that the server computes by. */
export function InviteRules({ rules }: { rules: InviteInfo['rules'] }) {
  const t = useTranslations('invites')
  const { amount } = useLocalNumber()
  const usdt = (text: string) => amount(text, 'USDT', { minDecimals: 0 })
  return (
    <Card className="p-5">
      <h2 className="text-18 font-700">{t('rules.title')}</h2>
      <ul className="mt-2 flex max-w-text list-disc flex-col gap-2 ps-5 text-14 text-fg2">
        <li>{t('rules.fee', { percent: rules.rewardPercent, days: rules.rewardDays })}</li>
        <li>{t('rules.discount', { percent: rules.discountPercent, days: rules.discountDays })}</li>
        <li>{t('rules.pay', { min: usdt(rules.minPayment), max: usdt(rules.maxMonth) })}</li>
        <li>{t('rules.held')}</li>
      </ul>
    </Card>
  )
}
