import type { MarginState } from '@evenhand/protocol/contracts.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { levelWord, type LevelWord } from './contract-live.ts'

const faces: Record<LevelWord, { text: string; bar: string }> = {
  safe: { text: 'text-accent-text', bar: 'fill-accent' },
  fair: { text: 'text-fg', bar: 'fill-accent' },
  low: { text: 'text-warn', bar: 'fill-warn' },
  danger: { text: 'text-danger', bar: 'fill-danger' },
  closing: { text: 'text-danger', bar: 'fill-danger' },
}
/** The end of the meter: a level beyond it has room enough. */
const fullPercent = 400

/** The margin level as a bar with its word: never by colour alone. Nothing without a position. */
export function MarginMeter({ margin: { level } }: { margin: MarginState }) {
  const t = useTranslations('contracts')
  const id = useId()
  if (level === null) return null
  const word = levelWord(level)
  const shown = Math.max(0, Math.min(fullPercent, Number(level)))
  return (
    <div className="min-w-0 grow">
      <p className="flex items-baseline justify-between gap-3 text-13">
        <span id={id} className="text-fg2">
          {t('account.level')}
        </span>
        <span className={cx('inline-flex items-center gap-1 font-600', faces[word].text)}>
          {word !== 'safe' && word !== 'fair' && <Icon name="warning" size={14} />}
          <Figure>{formatDecimal(level, { decimals: 0 })}%</Figure> {t(`level.${word}`)}
        </span>
      </p>
      <svg
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={fullPercent}
        aria-valuenow={shown}
        aria-valuetext={`${formatDecimal(level, { decimals: 0 })}% ${t(`level.${word}`)}`}
        viewBox={`0 0 ${fullPercent} 6`}
        preserveAspectRatio="none"
        className="mt-1 h-1.5 w-full overflow-hidden rounded-full bg-sunken rtl:-scale-x-100"
      >
        <rect width={shown} height={6} className={faces[word].bar} />
      </svg>
    </div>
  )
}

/** Equity, margin and what is free: the account as contracts see it. */
export function MarginFigures({ margin, hidden }: { margin: MarginState; hidden?: string | undefined }) {
  const t = useTranslations('contracts')
  return (
    <dl className="grid grid-cols-3 gap-3 text-13">
      {(['equity', 'margin', 'free'] as const).map((part) => (
        <div key={part} className="min-w-0">
          <dt className="text-12 text-fg2">{t(`account.${part}`)}</dt>
          <dd className="font-600">
            {hidden === undefined ? <Figure>{formatAmount(margin[part], 2)}</Figure> : <Figure>{hidden}</Figure>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
