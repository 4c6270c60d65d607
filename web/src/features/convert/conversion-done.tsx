import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { Conversion } from '@evenhand/protocol/conversion.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

/** What was converted, and the recorded prices that decided it. */
export function ConversionDone({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('convert')
  const { tag } = languageOf(useLang())
  const { number: localNumber } = useLocalNumber()
  const time = timeFormat(tag, { timeStyle: 'medium' })
  return (
    <div role="status" className="flex flex-col gap-2 rounded-control border border-line p-4 text-13">
      <p className="flex items-center gap-1.5 font-700 text-good">
        <Icon name="check" size={18} />
        {t('done')}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2 text-16 font-700">
        <Amount text={conversion.amount} asset={conversion.from} />
        <span aria-hidden className="rtl:-scale-x-100">
          →
        </span>
        <Amount text={conversion.received} asset={conversion.to} />
      </p>
      <ul className="flex flex-col gap-1 text-fg2">
        {conversion.ticks.map((tick) => (
          <li key={tick.code}>
            {t('tick', { code: tick.code, time: time.format(tick.ts), price: isolated(localNumber(tick.price)) })}
          </li>
        ))}
        <li>{t('number', { no: conversion.orderNo })}</li>
      </ul>
    </div>
  )
}
