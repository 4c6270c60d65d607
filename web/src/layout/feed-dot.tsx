import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { useFeedState } from '../feed/price-socket.ts'

const looks = { live: 'bg-good', connecting: 'bg-warn-line', offline: 'bg-danger' } as const

/** Says at once how the line to the prices is; the shape differs as well as the colour. */
export function FeedDot({ words = true }: { words?: boolean }) {
  const t = useTranslations('common')
  const { kind } = useFeedState()
  return (
    <span
      className="inline-flex items-center gap-1.5 px-1 text-12 whitespace-nowrap text-fg3"
      title={t(`feed.${kind}`)}
    >
      <span
        aria-hidden="true"
        className={cx(
          'size-2 shrink-0',
          kind === 'live' ? 'rounded-full' : kind === 'offline' ? 'rotate-45' : 'rounded-[2px]',
          looks[kind],
        )}
      />
      <span className={words ? undefined : 'sr-only'}>{t(`feed.${kind}`)}</span>
    </span>
  )
}
