import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import type { LevelPosition } from '../../lib/price-levels.ts'
import type { LivePosition } from './contract-live.ts'
import { shownPrice } from './shown-price.ts'

const arrows = { above: 'rise', below: 'fall' } as const

type TagProps = { live: LivePosition; kind: 'open' | 'closeOut'; position: LevelPosition }

/** The label of a line that stands fast: where a contract was opened or waits, and the price that closes it out. A phone's has no price. */
export function LineTag({ live: { order }, kind, position: { top, sight } }: TagProps) {
  const t = useTranslations('contracts')
  const price = kind === 'open' ? (order.openPrice ?? order.price) : order.closeOutPrice
  return (
    <span
      style={{ top }}
      className="absolute start-1 flex -translate-y-1/2 items-center gap-1 rounded-chip border border-control bg-surface px-1.5 text-11 leading-5 whitespace-nowrap text-fg2"
    >
      {sight !== 'seen' && <Icon name={arrows[sight]} size={12} />}
      {kind === 'closeOut' && <Icon name="warning" size={12} className="text-warn" />}
      <bdi>
        {kind === 'closeOut'
          ? t('figure.closeOut')
          : `${t(`side.${order.side}`)} ${t('position.lots', { lots: order.lots })}`}
      </bdi>
      <bdi dir="ltr" className="font-600 text-fg mobile:hidden">
        {formatDecimal(shownPrice(price ?? '0', order.precision))}
      </bdi>
    </span>
  )
}
