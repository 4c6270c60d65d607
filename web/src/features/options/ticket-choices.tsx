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

/** A limit time in words: 1 min, 4 h, 1 day. */
export function useTermText(): (limitTime: number) => string {
  const t = useTranslations('instrument')
  return (seconds) => {
    if (seconds % 86_400 === 0) return t('term.days', { count: seconds / 86_400 })
    if (seconds % 3600 === 0) return t('term.hours', { count: seconds / 3600 })
    return t('term.minutes', { count: seconds / 60 })
  }
}

type TermProps = {
  terms: readonly Terms[]
  value: number
  session: MarketItem['session']
  onChange: (limitTime: number) => void
  error: ReactNode
}

/** Limit times; those that would outlast the session are off. */
export function TermChoice({ terms, value, session, onChange, error }: TermProps) {
  const t = useTranslations('instrument')
  const termText = useTermText()
  const now = productNow()
  return (
    <fieldset>
      <legend className="mb-1.5 font-500">{t('ticket.limitTime')}</legend>
      <div className="grid grid-cols-5 gap-1.5">
        {terms.map(({ limitTime }) => (
          <ChoiceChip
            key={limitTime}
            chosen={limitTime === value}
            disabled={!fitsSession(session, limitTime, now)}
            onChoose={() => onChange(limitTime)}
            className="px-0.5! text-13! whitespace-nowrap"
          >
            {termText(limitTime)}
          </ChoiceChip>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
