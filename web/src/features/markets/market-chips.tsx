import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { Dot } from '../../lib/dot.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { categories } from './categories.ts'
import { openingText } from './opening.ts'

type Fed = Pick<MarketItem, 'feedKind' | 'recording'>
type Held = Pick<MarketItem, 'session' | 'listing'>

/** Where a price comes from, wherever it is not simply live, as a small line. */
export const FeedKindNote = ({ item }: { item: Fed }) =>
  item.feedKind === 'live' ? null : (
    <span className="max-w-full truncate text-11 text-fg3">
      <FeedKind item={item} />
    </span>
  )

function FeedKind({ item }: { item: Fed }) {
  const t = useTranslations('common')
  return (
    <>
      {t(`feedKind.${item.feedKind}`)}
      {item.recording && (
        <>
          {' '}
          <bdi dir="ltr" className="font-400">
            {item.recording.date}
            <Dot />
            {item.recording.grain}
          </bdi>
        </>
      )}
    </>
  )
}

/** Source, then session or category, in one small line for narrow rows; the source stands first, so that it is never cut. */
export function RowNote({ item, className }: { item: Fed & Held & Pick<MarketItem, 'type'>; className?: string }) {
  const t = useTranslations('market')
  const rest = useRest(item, 'short')
  const category = categories.find((one) => one === String(item.type))
  return (
    <span className={cx('truncate text-11 text-fg3', className)}>
      {item.feedKind !== 'live' && (
        <>
          <FeedKind item={item} />
          <Dot />
        </>
      )}
      {rest === undefined ? (
        category && t(`category.${category}`)
      ) : (
        <b className={cx('font-600', !isPlanned(item) && 'text-warn')}>{rest}</b>
      )}
    </span>
  )
}

/** Whether orders are taken now: open; closed, and until when (`short`: only when it opens); halted; delisted; suspended, and why. */
export function SessionChip({ session, listing, length }: Held & { length?: 'short' }) {
  const t = useTranslations('market')
  const rest = useRest({ session, listing }, length)
  return rest === undefined ? (
    <Chip variant="good">{t('session.open')}</Chip>
  ) : (
    <Chip variant={isPlanned({ session, listing }) ? 'plain' : 'warn'} className="max-w-full">
      <span className="truncate">{rest}</span>
    </Chip>
  )
}

/** Whether a market is closed by its calendar, which is nothing to be warned of. */
const isPlanned = ({ session, listing }: Held): boolean =>
  listing === undefined && session.reason !== 'suspended' && session.reason !== 'halted'

/** The short text of an instrument that is not open; undefined for one that is. */
function useRest({ session, listing }: Held, length?: 'short'): string | undefined {
  const t = useTranslations('market')
  const { tag } = languageOf(useLang())
  if (session.open) return undefined
  if (listing?.state === 'delisted') return t('session.delisted')
  if (listing !== undefined) return t('session.suspendedFor', { reason: t(`reason.${listing.reason}`) })
  if (session.reason === 'suspended' || session.reason === 'halted') return t(`session.${session.reason}`)
  return session.until === null
    ? t('session.closed')
    : t(length === 'short' ? 'session.opensShort' : 'session.opens', {
        at: openingText(session.until, productNow(), tag),
      })
}
