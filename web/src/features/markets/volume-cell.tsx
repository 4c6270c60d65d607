import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

const writers = new Map<string, Intl.NumberFormat>()

/** Whole dollars in the short form of the language, with Latin digits, three of them in every row: 1.90B, 19.2亿. */
export function shortVolume(text: string, tag: string): string {
  const digits = Math.min(3, text.split('.')[0]?.length ?? 1)
  const key = `${tag}${digits}`
  const writer =
    writers.get(key) ??
    // The locale data of Hong Kong counts in K, M and B; its trading screens count in 萬 and 億.
    new Intl.NumberFormat(tag === 'zh-Hant-HK' ? 'zh-Hant' : tag, {
      notation: 'compact',
      minimumSignificantDigits: digits,
      maximumSignificantDigits: 3,
      numberingSystem: 'latn',
    })
  writers.set(key, writer)
  return writer.format(text as Intl.StringNumericLiteral)
}

/** What was traded in 24 hours, in US dollars; a dash where no source counts it. */
export function VolumeCell({ item, className }: { item: Pick<MarketItem, 'volume'>; className?: string }) {
  const { tag } = languageOf(useLang())
  return (
    <span className={className}>{item.volume === undefined ? '—' : <bdi>{shortVolume(item.volume, tag)}</bdi>}</span>
  )
}
