import { useState } from 'react'
import { EmptyWatchlist } from './empty-watchlist.tsx'
import { MarketTable, type View } from './market-browser.tsx'
import { GoneRow } from './market-row.tsx'
import { useWatchedItems } from './use-watched-items.ts'
import { ListEditor } from './watchlist/list-editor.tsx'
import { useWatch } from './watchlist/use-watch.ts'
import { WatchHead } from './watchlist/watch-panel.tsx'
import { refetchLists } from './watchlist/watch-store.ts'

const noCodes: readonly string[] = []

type WatchBrowserProps = { listId: string | undefined; onList: (listId: string | undefined) => void; view: View }

/** One of the customer's watchlists, or the visitor's one, and the way to arrange it. */
export function WatchBrowser({ listId, onList, view }: WatchBrowserProps) {
  const { lists, ready, problem } = useWatch()
  const [editing, setEditing] = useState(false)
  const list = lists.find(({ id }) => id === listId) ?? lists[0]
  const shown = list?.id ?? ''
  const watched = useWatchedItems(list?.codes ?? noCodes)
  const known = ready && !(watched.waiting && watched.items.length === 0)
  const head = (
    <WatchHead
      listId={shown}
      editing={editing}
      onEdit={setEditing}
      onList={(id) => {
        setEditing(false)
        onList(id === lists[0]?.id ? undefined : id)
      }}
    />
  )
  const editor = editing ? (
    <ListEditor
      listId={shown}
      items={new Map(watched.items.map((item) => [item.code, item]))}
      onGone={() => {
        setEditing(false)
        onList(undefined)
      }}
    />
  ) : undefined
  return (
    <MarketTable
      category="watch"
      view={view}
      items={known ? watched.items : undefined}
      waiting={!known}
      problem={watched.problem ?? (ready ? undefined : problem)}
      again={() => (ready ? watched.again() : void refetchLists())}
      listId={shown}
      head={head}
      editor={editor}
      empty={<EmptyWatchlist />}
      foot={
        watched.gone.length === 0 ? null : watched.gone.map((code) => <GoneRow key={code} code={code} listId={shown} />)
      }
    />
  )
}
