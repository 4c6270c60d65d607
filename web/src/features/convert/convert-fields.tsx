import { fundCoins, type FundCoin } from '@evenhand/protocol/funds.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useTradable, type Terms } from './use-conversion.ts'

const coins = fundCoins.map((coin) => ({ value: coin, label: coin }))

type FieldsProps = { terms: Terms; error: string | undefined; onChange: (part: Partial<Terms>) => void }

/** Which coin is given for which, and how much of it. */
export function ConvertFields({ terms, error, onChange }: FieldsProps) {
  const t = useTranslations('convert')
  const funds = useTranslations('funds')
  const free = useTradable(terms.from)
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2">
        <Select
          label={t('from')}
          value={terms.from}
          options={coins}
          onChange={(event) => onChange({ from: event.target.value as FundCoin })}
        />
        <IconButton icon="swap" label={t('swap')} onClick={() => onChange({ from: terms.to, to: terms.from })} />
        <Select
          label={t('to')}
          value={terms.to}
          options={coins}
          onChange={(event) => onChange({ to: event.target.value as FundCoin })}
        />
      </div>
      <TextField
        label={t('amount')}
        aside={
          free !== undefined && (
            <>
              {funds('assets.free')} <Amount text={free} asset={terms.from} />
            </>
          )
        }
        value={terms.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        error={error}
        suffix={
          <span className="flex items-center gap-2">
            {terms.from}
            <Button
              variant="weak"
              size="small"
              className="-me-1.5"
              disabled={free === undefined}
              onClick={() => free !== undefined && onChange({ amount: free })}
            >
              {t('max')}
            </Button>
          </span>
        }
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
      />
    </>
  )
}
