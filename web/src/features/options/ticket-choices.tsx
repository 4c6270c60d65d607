import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { Direction } from '@evenhand/protocol/options.ts'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import type { Terms } from './buy-ticket.form.ts'
import { fitsSession } from './market-closure.ts'
import { useTermText } from './term-text.ts'

const fills: Record<Direction, string> = {
  UP: 'bg-up-fill text-white border-transparent',
  DOWN: 'bg-down-fill text-white border-transparent',
}

/** Up or down: arrow, word and colour. */
export function DirectionChoice({ value, onChange }: { value: Direction; onChange: (value: Direction) => void }) {
  const t = useTranslations('instrument')
  return (
    <div role="group" aria-label={t('ticket.direction')} className="grid grid-cols-2 gap-2">
      {(['UP', 'DOWN'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          aria-pressed={value === direction}
          onClick={() => onChange(direction)}
          className={cx(
            'flex min-h-11 items-center justify-center gap-2 rounded-control border text-15 font-600',
            value === direction ? fills[direction] : 'border-control text-fg2 hover:bg-sunken hover:text-fg',
          )}
        >
          <Icon name={direction === 'UP' ? 'rise' : 'fall'} size={18} />
          {t(direction === 'UP' ? 'ticket.up' : 'ticket.down')}
        </button>
      ))}
    </div>
  )
}

type TermProps = {
  terms: readonly Terms[]
  value: number
  session: MarketItem['session']
  onChange: (limitTime: number) => void
  error: ReactNode
  compact?: boolean
}

/** Limit times; those that would outlast the session are off. */
export function TermChoice({ terms, value, session, onChange, error, compact = false }: TermProps) {
  const t = useTranslations('instrument')
  const termText = useTermText()
  const now = productNow()
  return (
    <fieldset>
      <legend className={compact ? 'sr-only' : 'mb-1.5 font-500'}>{t('ticket.limitTime')}</legend>
      <div className={compact ? 'flex gap-1 overflow-x-auto [scrollbar-width:none]' : 'grid grid-cols-5 gap-1.5'}>
        {terms.map(({ limitTime }) => (
          <ChoiceChip
            key={limitTime}
            chosen={limitTime === value}
            disabled={!fitsSession(session, limitTime, now)}
            onChoose={() => onChange(limitTime)}
            className={cx('text-13! whitespace-nowrap', compact ? 'min-w-14 shrink-0 px-2!' : 'px-0.5!')}
          >
            {termText(limitTime)}
          </ChoiceChip>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
