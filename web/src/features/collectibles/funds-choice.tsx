import type { accounts } from '@evenhand/protocol/accounts.ts'
import type { CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { freeUsdt, useBalances } from '../../lib/balances.ts'
import { Amount } from '../../lib/format.tsx'
import { usdtUnits } from '../../lib/usdt.ts'

type Balances = z.output<typeof accounts.result>

/** What is free of one of the funds, as decimal text. Loan money is an account of its own. */
const freeText = (balances: Balances, funds: CollectibleFunds): string =>
  freeUsdt(funds === 'LOAN' ? balances.loan : balances.real)

/** What is free in each of the funds that can pay, in smallest units; undefined until it is known. */
export function useFree(): Record<CollectibleFunds, bigint> | undefined {
  const { data } = useBalances()
  if (!data) return undefined
  return { REAL: usdtUnits(freeText(data, 'REAL')), LOAN: usdtUnits(freeText(data, 'LOAN')) }
}

type ChoiceProps = { value: CollectibleFunds; onChange: (value: CollectibleFunds) => void }

/** The choice between the customer's own USDT and loan money; nothing where there is no loan money. */
export function FundsChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('collectibles')
  const { data } = useBalances()
  if (!data || usdtUnits(freeText(data, 'LOAN')) === 0n) return null
  return (
    <RadioList
      legend={t('funds.label')}
      value={value}
      onChange={onChange}
      items={(['REAL', 'LOAN'] as const).map((funds) => ({
        value: funds,
        label: t(`funds.${funds}`),
        aside: <Amount text={freeText(data, funds)} className="text-13 text-fg2" />,
      }))}
    />
  )
}
