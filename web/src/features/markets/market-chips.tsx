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

/** Session and source in one small line, for narrow rows: only what is not as usual. */
export function RowNote({ item }: { item: Pick<MarketItem, 'feedKind' | 'recording' | 'session'> }) {
  const t = useTranslations('common')
  const market = useTranslations('market')
  return (
    <span className="truncate text-11 text-fg3">
      {!item.session.open && (
        <span className="font-600 text-warn">{market(`session.${item.session.reason ?? 'closed'}`)} </span>
      )}
      {item.feedKind !== 'live' && t(`feedKind.${item.feedKind}`)}
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
