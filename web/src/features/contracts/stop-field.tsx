import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Amount } from '../../lib/format.tsx'
import { NumberBox } from './number-box.tsx'
import { profitAt, stopWays, type StopEntry, type StopScale } from './contract-ticket.form.ts'
import { Price } from './ticket-costs.tsx'

type StopProps = {
  kind: 'stopLoss' | 'takeProfit'
  entry: StopEntry
  onChange: (entry: StopEntry) => void
  /** The price the entry means; undefined while it is off or means none. */
  price: bigint | undefined
  scale: StopScale | undefined
  decimals: number
  error: ReactNode
}

/** A stop loss or take profit: its switch, how it is entered, and what it comes to in price and money. */
export function StopField({ kind, entry, onChange, price, scale, decimals, error }: StopProps) {
  const t = useTranslations('contracts')
  const label = t(`ticket.${kind}`)
  const ways = scale?.units === 0n ? stopWays.filter((by) => by !== 'money') : stopWays
  return (
    <div className={cx('rounded-control', entry.on && 'bg-sunken p-2.5')}>
      <Switch label={label} on={entry.on} onChange={(on) => onChange({ ...entry, on })} />
      {entry.on && (
        <div className="mt-1.5 flex flex-col gap-1.5">
          <div role="group" aria-label={t('ticket.enteredBy')} className="flex gap-1">
            {ways.map((by) => (
              <button
                key={by}
                type="button"
                aria-pressed={entry.by === by}
                onClick={() => onChange({ ...entry, by, text: '' })}
                className={cx(
                  'min-h-8 grow rounded-chip px-1.5 text-12 mobile:min-h-11',
                  entry.by === by ? 'bg-surface font-600 text-fg ring-1 ring-control' : 'text-fg2 hover:text-fg',
                )}
              >
                {t(`by.${by}`)}
              </button>
            ))}
          </div>
          <NumberBox
            label={label}
            hideLabel
            text={entry.text}
            unit={entry.by === 'money' ? 'USDT' : ''}
            onType={(text) => onChange({ ...entry, text })}
            error={error}
          />
          {price !== undefined && scale && !error && (
            <p className="flex flex-wrap justify-between gap-x-3 text-12 text-fg2">
              <Price text={formatUnits(price, scale.precision)} decimals={decimals} exact />
              {scale.units > 0n && <Amount text={profitAt(scale, price)} sign className="font-600" />}
            </p>
          )}
        </div>
      )}
      {!entry.on && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** On or off, shown by more than its colour: the knob moves and the role states it. */
function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 mobile:min-h-11">
      <span id={id} className="text-14 font-500">
        {label}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        onClick={() => onChange(!on)}
        className={cx(
          'relative inline-flex h-6 w-11 shrink-0 items-center rounded-full p-0.5 before:absolute before:-inset-2.5',
          on ? 'justify-end bg-accent' : 'justify-start bg-control',
        )}
      >
        <span className="size-5 rounded-full bg-surface" />
      </button>
    </div>
  )
}
