import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useId, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'

type AmountFieldProps = {
  text: string
  /** What the text was read as; shown so that the number sent is the one that was meant. */
  read: string | undefined
  min: string
  max: string
  free: string | undefined
  quick: readonly string[]
  /** The largest stake that is allowed now. */
  maxAmount: string | undefined
  /** On a phone's half sheet: one row, without the bounds. */
  compact?: boolean
  error: ReactNode
  inputRef: Ref<HTMLInputElement>
  onType: (text: string) => void
  onStep: (by: -1 | 1) => void
  onRepeat: (() => void) | undefined
  onLeave: () => void
}

/** The stake: left to right with its unit on the right in every language, its bounds, and what was understood. */
export function AmountField(props: AmountFieldProps) {
  const { text, read, free, error, compact = false } = props
  const t = useTranslations('instrument')
  const id = useId()
  const differs = read !== undefined && read !== text && formatAmount(read) !== text && !sameNumber(text, read)
  return (
    <div>
      <div className={cx('mb-1.5 flex items-baseline justify-between gap-3', compact && 'sr-only')}>
        <label htmlFor={id} className="font-500">
          {t('ticket.amount')}
        </label>
        <Figure className="grow text-13 whitespace-nowrap text-fg3">
          {formatAmount(props.min)}–{formatAmount(props.max)}
        </Figure>
        {free !== undefined && (
          <span className="text-13 text-fg3">
            {t('ticket.available')}{' '}
            <Figure className="whitespace-nowrap">{formatDecimal(free, { decimals: 2 })} USDT</Figure>
          </span>
        )}
      </div>
      <div className={cx(compact && 'flex items-center gap-1.5')}>
        <StakeInput {...props} id={id} />
        {compact && <QuickStakes {...props} />}
      </div>
      <div id={`${id}-note`} role="status">
        <FieldError id={`${id}-error`}>{error}</FieldError>
        {!error && differs && (
          <p className="mt-1.5 text-13 text-fg2">
            {t('ticket.readAs')} <Amount text={read} className="font-600" />
          </p>
        )}
      </div>
      {!compact && (
        <div className="mt-1.5">
          <QuickStakes {...props} />
        </div>
      )}
    </div>
  )
}

/** The field between its two steps. */
function StakeInput({
  id,
  text,
  error,
  inputRef,
  onType,
  onLeave,
  onStep,
  compact,
}: AmountFieldProps & { id: string }) {
  const t = useTranslations('trade')
  return (
    <div
      dir="ltr"
      className={cx(
        'flex min-h-11 items-center rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text',
        error ? 'border-danger' : 'border-control',
        compact && 'shrink-0',
      )}
    >
      <IconButton icon="minus" label={t('less')} size={18} onClick={() => onStep(-1)} className="-my-px shrink-0" />
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
        // Beside the quick stakes, which scroll, a longer stake takes the room it needs to be read whole.
        style={compact ? { width: `${Math.min(Math.max(text.length, 4), 9) + 1}ch` } : undefined}
        className="min-w-0 grow self-stretch bg-transparent px-1 text-center text-16 font-600 text-fg outline-none"
      />
      {!compact && <span className="text-13 text-fg3">USDT</span>}
      <IconButton icon="plus" label={t('more')} size={18} onClick={() => onStep(1)} className="-my-px shrink-0" />
    </div>
  )
}

/** The usual stakes, all that is allowed, and what was ordered last; the half sheet has that in words. */
function QuickStakes({ quick, maxAmount, onType, onRepeat, compact }: AmountFieldProps) {
  const t = useTranslations('instrument')
  const trade = useTranslations('trade')
  const face =
    'inline-flex min-h-8 min-w-9 grow items-center justify-center rounded-control bg-sunken px-1 text-13 whitespace-nowrap text-fg2 hover:text-fg mobile:min-h-11'
  return (
    <div
      role="group"
      aria-label={t('ticket.quick')}
      dir="ltr"
      className="flex min-w-0 grow gap-1 overflow-x-auto [scrollbar-width:none]"
    >
      {quick.map((amount) => (
        <button key={amount} type="button" onClick={() => onType(amount)} className={face}>
          {amount}
        </button>
      ))}
      {maxAmount !== undefined && (
        <button type="button" onClick={() => onType(maxAmount)} className={face}>
          {trade('max')}
        </button>
      )}
      {onRepeat && !compact && (
        <button type="button" onClick={onRepeat} title={trade('repeat')} aria-label={trade('repeat')} className={face}>
          <Icon name="retry" size={16} />
        </button>
      )}
    </div>
  )
}

/** True when the text is the plain way to write the amount, so that repeating it would add nothing. */
const sameNumber = (text: string, read: string): boolean =>
  /^\d+(\.\d*)?$/.test(text) && text.replace(/\.?0*$/, '') === read.replace(/\.?0*$/, '')
