import { cx } from '@evenhand/ui/cx.ts'

type BarPart = { readonly share: number; readonly fill: string }
type ShareBarProps = {
  /** What is measured, and its figure in words, for who does not see the bar. */
  label: string
  words: string
  parts: readonly BarPart[]
  slim?: boolean
}

/** Parts of a whole beside each other from the start of the line, each in per cent. */
export const ShareBar = ({ label, words, parts, slim = false }: ShareBarProps) => (
  <div
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.min(
      100,
      parts.reduce((sum, { share }) => sum + share, 0),
    )}
    aria-valuetext={words}
    className={cx('flex overflow-hidden rounded-full bg-sunken', slim ? 'h-1.5 min-w-24' : 'h-2')}
  >
    {parts.map(({ share, fill }) => (
      <div key={fill} className={cx('h-full', fill)} style={{ width: `${share}%` }} />
    ))}
  </div>
)
