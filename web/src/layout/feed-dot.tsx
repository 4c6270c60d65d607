import { cx } from '@evenhand/ui/cx.ts'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useFeedState } from '../feed/price-socket.ts'
import { silenceMs } from '../feed/quote-store.ts'
import { everySecond } from '../lib/second.ts'

const colours = { live: 'bg-good', stale: 'bg-warn-line', connecting: 'bg-warn-line', offline: 'bg-danger' } as const
const shapes = {
  live: 'rounded-full',
  stale: 'rounded-full',
  connecting: 'rounded-[2px]',
  offline: 'rotate-45',
} as const

/** Shows at once the state of the connection to the prices; the shape differs as well as the colour. */
export function FeedDot({ words = true }: { words?: boolean }) {
  const t = useTranslations('common')
  const { kind } = useFeedState()
  return (
    <span className="inline-flex items-center gap-1.5 px-1 text-12 whitespace-nowrap text-fg3">
      <span aria-hidden="true" className={cx('size-2 shrink-0', shapes[kind], colours[kind])} />
      <span className={words ? 'max-[72em]:sr-only' : 'sr-only'}>
        {kind === 'stale' ? <StaleFor /> : t(`feed.${kind}`)}
      </span>
    </span>
  )
}

const seconds = () => Math.min(999, Math.round(silenceMs() / 1000))

/** How long no price was new; only this renders every second. */
function StaleFor() {
  const t = useTranslations('common')
  return t('feed.stale', { count: useSyncExternalStore(everySecond, seconds, seconds) })
}
