import { EmptyWatchlist } from './empty-watchlist.tsx'
import { shortList, ShortRows } from './short-rows.tsx'
import { useWatchedItems } from './use-watched-items.ts'
import { useWatch } from './watchlist/use-watch.ts'

/** The first of the customer's watchlists, on the home page. */
export function WatchedRows() {
  const { lists, ready, problem: listsProblem } = useWatch()
  const codes = (lists[0]?.codes ?? []).slice(0, shortList)
  const { items, waiting, problem, again } = useWatchedItems(codes)
  const known = ready && !(waiting && items.length === 0)
  return (
    <ShortRows
      category="watch"
      items={known ? items : undefined}
      waiting={!known}
      problem={problem ?? (ready ? undefined : listsProblem)}
      again={again}
      empty={<EmptyWatchlist />}
    />
  )
}
