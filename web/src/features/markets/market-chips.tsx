import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

/** Where a price comes from, wherever it is not simply live. */
export function FeedKindChip({ item }: { item: Pick<MarketItem, 'feedKind' | 'recording'> }) {
  const t = useTranslations('common')
  if (item.feedKind === 'live') return null
  const recording = item.recording
  return (
    <Chip>
      {t(`feedKind.${item.feedKind}`)}
      {recording && (
        <bdi dir="ltr" className="font-400">
          {recording.date} · {recording.grain}
        </bdi>
      )}
    </Chip>
  )
}

/** The same in one small line, for narrow rows. */
export function FeedKindNote({ item }: { item: Pick<MarketItem, 'feedKind' | 'recording'> }) {
  const t = useTranslations('common')
  if (item.feedKind === 'live') return null
  return (
    <span className="truncate text-11 text-fg3">
      {t(`feedKind.${item.feedKind}`)}
      {item.recording && (
        <bdi dir="ltr">
          {' '}
          {item.recording.date} · {item.recording.grain}
        </bdi>
      )}
    </span>
  )
}

/** Whether orders are taken now: open, closed by its calendar, halted or suspended. */
export function SessionChip({ session }: { session: MarketItem['session'] }) {
  const t = useTranslations('market')
  return session.open ? (
    <Chip look="good">{t('session.open')}</Chip>
  ) : (
    <Chip look="warn">{t(`session.${session.reason ?? 'closed'}`)}</Chip>
  )
}
