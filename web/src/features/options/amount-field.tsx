import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useId, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure, formatAmount } from '../../lib/format.tsx'

type AmountFieldProps = {
  text: string
  /** What the text was read as; shown so that nobody sends another number than they meant. */
  read: string | undefined
  min: string
  max: string
  free: string | undefined
  quick: readonly string[]
  error: ReactNode
  inputRef: Ref<HTMLInputElement>
  onType: (text: string) => void
  onLeave: () => void
}

/** The stake: left to right with its unit on the right in every language, its bounds, and what was understood. */
export function AmountField({ text, read, min, max, free, quick, error, inputRef, onType, onLeave }: AmountFieldProps) {
  const t = useTranslations('instrument')
  const id = useId()
  const differs = read !== undefined && read !== text && formatAmount(read) !== text && !sameNumber(text, read)
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-500">
          {t('ticket.amount')}
        </label>
        {free !== undefined && (
          <span className="text-13 text-fg3">
            {t('ticket.available')} <Amount text={free} />
          </span>
        )}
      </div>
      <div
        dir="ltr"
        className={cx(
          'flex min-h-11 items-center rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text',
          error ? 'border-danger' : 'border-control',
        )}
      >
        <input
          ref={inputRef}
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={40}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
          className="min-w-0 grow self-stretch rounded-control bg-transparent px-3.5 text-16 font-600 text-fg outline-none"
        />
        <span className="pe-3.5 text-fg3">USDT</span>
      </div>
      <div id={`${id}-note`} role="status">
        <FieldError>{error}</FieldError>
        {!error && differs && (
          <p className="mt-1.5 text-13 text-fg2">
            {t('ticket.readAs')} <Amount text={read} className="font-600" />
          </p>
        )}
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <span className="text-13 text-fg3">
          <Figure className="whitespace-nowrap">
            {formatAmount(min)}–{formatAmount(max)}
          </Figure>
        </span>
        <div role="group" aria-label={t('ticket.quick')} dir="ltr" className="flex gap-1.5">
          {quick.map((amount) => (
            <button
              key={amount}
              type="button"
              onClick={() => onType(amount)}
              className="min-h-8 min-w-13 rounded-control bg-sunken px-2 text-13 text-fg2 hover:text-fg mobile:min-h-11"
            >
              {amount}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

/** True when the text is the plain way to write the amount, so that repeating it would say nothing new. */
const sameNumber = (text: string, read: string): boolean =>
  /^\d+(\.\d*)?$/.test(text) && text.replace(/\.?0*$/, '') === read.replace(/\.?0*$/, '')
