import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import type { PointerEvent } from 'react'
import { useTranslations } from 'use-intl'

type EditRowProps = {
  code: string
  /** Absent for what is no longer listed. */
  item: MarketItem | undefined
  position: { at: number; count: number }
  dragged: boolean
  onGrip: (event: PointerEvent<HTMLElement>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One instrument of a list that is being arranged. The grip is for pointers; the buttons do the same by key and by touch. */
export function EditRow({ code, item, position: { at, count }, dragged, onGrip, onMove, onRemove }: EditRowProps) {
  const t = useTranslations('watchlist')
  const market = useTranslations('market')
  return (
    <li className={cx('flex h-14 items-center gap-1 border-t border-line', dragged && 'bg-sunken')}>
      <span
        aria-hidden="true"
        title={t('drag')}
        onPointerDown={onGrip}
        className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-fg3 active:cursor-grabbing"
      >
        <Icon name="grip" />
      </span>
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate">
          <bdi dir="ltr" className="font-600">
            {code}
          </bdi>
        </span>
        <span dir="auto" className="block w-fit max-w-full truncate text-13 text-fg3">
          {item?.appName ?? market('watch.notListed')}
        </span>
      </p>
      <IconButton
        icon="top"
        label={t('toTop', { code })}
        aria-disabled={at === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(0)}
      />
      <IconButton
        icon="rise"
        label={t('up', { code })}
        aria-disabled={at === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        icon="fall"
        label={t('down', { code })}
        aria-disabled={at === count - 1}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(at + 1)}
      />
      <IconButton icon="close" label={t('remove', { code })} onClick={onRemove} />
    </li>
  )
}
