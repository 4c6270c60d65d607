import type { PriceAlert } from '@evenhand/protocol/notices.ts'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

/** Least minutes between two notices that are offered: an hour up to a week. */
export const repeats = [60, 240, 720, 1440, 10_080] as const

/** An alert in words: what it waits for, and how often it is notified. */
export function useAlertText() {
  const t = useTranslations('alerts')
  const { number } = useLocalNumber()
  const rtl = languageOf(useLang()).dir === 'rtl'
  // In a right-to-left sentence a figure keeps its own order.
  const figure = (text: string) => (rtl ? `\u2066${text}\u2069` : text)
  return {
    ruleText: ({ kind, target }: Pick<PriceAlert, 'kind' | 'target'>): string =>
      t(`rule.${kind}`, {
        target: figure(
          kind === 'CHANGE' ? number(target, { percent: true }) : number(target, { minDecimals: decimalsOf(target) }),
        ),
      }),
    repeatText: (minutes: number): string => {
      if (minutes === 0) return t('once')
      if (minutes % 1440 === 0) return t('everyDays', { count: minutes / 1440 })
      return minutes % 60 === 0 ? t('everyHours', { count: minutes / 60 }) : t('everyMinutes', { count: minutes })
    },
  }
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
