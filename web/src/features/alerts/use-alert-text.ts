import type { PriceAlert } from '@evenhand/protocol/notices.ts'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'

/** Least minutes between two tellings that are offered: an hour up to a week. */
export const repeats = [60, 240, 720, 1440, 10_080] as const

/** An alert in words: what it waits for, and how often it is told. */
export function useAlertText() {
  const t = useTranslations('alerts')
  const rtl = languageOf(useLang()).dir === 'rtl'
  // In a right-to-left sentence a figure keeps its own order.
  const figure = (text: string) => (rtl ? `\u2066${text}\u2069` : text)
  return {
    ruleText: ({ kind, target }: Pick<PriceAlert, 'kind' | 'target'>): string =>
      t(`rule.${kind}`, {
        target: figure(kind === 'CHANGE' ? `${plain(target)}%` : formatDecimal(target)),
      }),
    repeatText: (minutes: number): string => {
      if (minutes === 0) return t('once')
      if (minutes % 1440 === 0) return t('everyDays', { count: minutes / 1440 })
      return minutes % 60 === 0 ? t('everyHours', { count: minutes / 60 }) : t('everyMinutes', { count: minutes })
    },
  }
}

/** A percentage without zeros that say nothing. */
const plain = (text: string): string => formatDecimal(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
