import { cx } from '@evenhand/ui/cx.ts'

/** A long sign in groups of four, so that two of them can be compared by eye; copied, it has no gaps. */
export function Grouped({ text, className }: { text: string; className?: string }) {
  const groups = text.match(/.{1,4}/gu) ?? []
  return (
    <bdi dir="ltr" className={cx('inline-flex flex-wrap gap-x-1.5 font-mono', className)}>
      {groups.map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
