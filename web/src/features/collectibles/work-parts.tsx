import { dayMs } from '@evenhand/protocol/durations.ts'
import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { unitText } from '@evenhand/protocol/unit-text.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import type { IconName } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { Dot } from '../../lib/dot.tsx'

type ImageProps = { work: Pick<Collectible, 'imagePath' | 'title'>; isFirst?: boolean; className?: string }

/** A work in its square, which stands before the picture has come. What is below the fold waits until it is near. */
export const WorkImage = ({ work: { imagePath, title }, isFirst = false, className = 'h-auto w-full' }: ImageProps) => (
  <img
    src={imagePath}
    alt={title}
    width={1000}
    height={1000}
    loading={isFirst ? 'eager' : 'lazy'}
    decoding="async"
    className={cx('block aspect-square bg-sunken object-cover', className)}
  />
)

/** Who made a work; one that a program made is marked so. */
export function CreatorName({
  work: { creator, isGenerated },
}: {
  work: Pick<Collectible, 'creator' | 'isGenerated'>
}) {
  const t = useTranslations('collectibles')
  return (
    <>
      <bdi>{creator}</bdi>
      {isGenerated && (
        <>
          <Dot />
          {t('detail.generated')}
        </>
      )}
    </>
  )
}

const faces: Partial<Record<Collectible['status'], { icon: IconName; variant: 'plain' | 'accent' | 'good' }>> = {
  LIVE: { icon: 'clock', variant: 'accent' },
  LISTED_FIXED: { icon: 'check', variant: 'accent' },
  SCHEDULED: { icon: 'calendar', variant: 'plain' },
  SOLD: { icon: 'check', variant: 'good' },
  DELIVERED: { icon: 'check', variant: 'good' },
}

/** The state of a work: icon and word. */
export function StatusChip({ status }: Pick<Collectible, 'status'>) {
  const t = useTranslations('collectibles')
  const { icon, variant } = faces[status] ?? { icon: 'minus', variant: 'plain' }
  return (
    <Chip variant={variant} icon={icon}>
      {t(`status.${status}`)}
    </Chip>
  )
}

/** The state of a work, or that its owner sells it. */
export function WorkChip({ work: { status, resale } }: { work: Pick<Collectible, 'status' | 'resale'> }) {
  const t = useTranslations('collectibles')
  if (resale === null) return <StatusChip status={status} />
  return (
    <Chip variant="accent" icon="swap">
      {t('resale.chip')}
    </Chip>
  )
}

const two = (count: number): string => String(count).padStart(2, '0')
const daySeconds = dayMs / 1000

/** Days, hours, minutes and seconds until a time of the product's clock. */
export function TimeLeft({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  const { tag } = languageOf(useLang())
  const days = Math.floor(left / daySeconds)
  const [hours, minutes, seconds] = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
  return (
    <span role="timer" aria-live="off" className="whitespace-nowrap">
      {days > 0 && `${unitText(tag, days, 'day')} `}
      <Figure>{`${two(hours)}:${two(minutes)}:${two(seconds)}`}</Figure>
    </span>
  )
}
