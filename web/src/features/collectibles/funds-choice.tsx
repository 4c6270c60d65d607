import type { CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { useTranslations } from 'use-intl'
import { useBalances } from '../../lib/balances.ts'
import { Amount } from '../../lib/format.tsx'
import { usdtUnits } from '../../lib/usdt.ts'

const assets = { REAL: 'USDT', LOAN: 'USDT.loan' } as const

/** What is free in each of the funds that can pay, in smallest units; undefined until it is known. */
export function useFree(): Record<CollectibleFunds, bigint> | undefined {
  const { data } = useBalances()
  if (!data) return undefined
  const freeOf = (asset: string) => usdtUnits(data.real.find((one) => one.asset === asset)?.free ?? '0')
  return { REAL: freeOf(assets.REAL), LOAN: freeOf(assets.LOAN) }
}

type ChoiceProps = { value: CollectibleFunds; onChange: (value: CollectibleFunds) => void }

/** The choice between the customer's own USDT and loan money; nothing where there is no loan money. */
export function FundsChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('collectibles')
  const { data } = useBalances()
  const free = useFree()
  if (!free || free.LOAN === 0n) return null
  const textOf = (funds: CollectibleFunds) => data?.real.find(({ asset }) => asset === assets[funds])?.free ?? '0'
  return (
    <RadioList
      legend={t('funds.label')}
      value={value}
      onChange={onChange}
      items={(['REAL', 'LOAN'] as const).map((funds) => ({
        value: funds,
        label: t(`funds.${funds}`),
        aside: <Amount text={textOf(funds)} className="text-13 text-fg2" />,
      }))}
    />
  )
}
