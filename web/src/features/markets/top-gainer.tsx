import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { ChangeCell } from './live-cells.tsx'
import { loadMovers } from './load-items.ts'

const freshMs = 60_000

/** The instrument that has risen most in a day, with its change by the second. */
export function TopGainer() {
  const lang = useLang()
  const { data } = useFetched(`top gainer ${lang}`, () => loadMovers(lang, 1), freshMs)
  const [item] = data ?? []
  if (!item) return null
  return (
    <span className="inline-flex items-center gap-2">
      <bdi dir="ltr">{item.code}</bdi>
      <ChangeCell item={item} />
    </span>
  )
}
