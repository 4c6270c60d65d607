import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { localNumber } from '@evenhand/protocol/local-number.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import type { Bar } from './chart-candles.ts'

/** What a screen reader announces of the chart. */
export function useChartSpeech(precision: number, isSeconds: boolean) {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  const [spoken, publish] = useState('')
  const timeOf = useMemo(() => {
    const format = sentenceDate(tag, { timeStyle: isSeconds ? 'medium' : 'short' })
    return (ts: number) => format.format(ts)
  }, [tag, isSeconds])
  const speak = (bar: Bar | undefined) => {
    if (!bar) return publish('')
    const [open = '', high = '', low = '', close = ''] = bar.texts.map((text) =>
      localNumber(text, tag, { minDecimals: precision, maxDecimals: precision }),
    )
    publish(t('chart.spoken', { time: timeOf(bar.timestamp), open, high, low, close }))
  }
  return { timeOf, spoken, publish, speak }
}
