type BarsProps = {
  /** What is drawn, for a screen reader; each bar shows its own on hover. */
  title: string
  bars: readonly { readonly key: number; readonly value: number; readonly label: string; readonly fill: string }[]
  /** What stands under the first, the middle and the last bar. */
  ends: readonly [string, string, string]
}

/** More bars than these stand without gaps, which would leave them no width on a phone. */
const maxApart = 60
const alignments = ['text-start', 'text-center', 'text-end']

/** A row of bars on one line. Drawn left to right in every language, as time and axes are in charts. */
export function Bars({ title, bars, ends }: BarsProps) {
  const top = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure dir="ltr" className="mt-3">
      <div
        role="img"
        aria-label={title}
        className={`flex h-24 items-end border-b border-line ${bars.length > maxApart ? '' : 'gap-0.5'}`}
      >
        {bars.map(({ key, value, label, fill }) => (
          <div
            key={key}
            title={label}
            className={`min-w-0 flex-1 rounded-t-sm ${fill}`}
            style={{ height: value === 0 ? 0 : `max(2px, ${(100 * value) / top}%)` }}
          />
        ))}
      </div>
      <div aria-hidden className="mt-1 grid grid-cols-3 text-11 text-fg3">
        {ends.map((end, at) => (
          // The ends of an axis never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={alignments[at]}>
            <bdi>{end}</bdi>
          </span>
        ))}
      </div>
    </figure>
  )
}
