import type { ReactNode } from 'react'
import { ScreenTabs } from '../layout/screen-tabs.tsx'
import type { AskedKind } from './requested-change.ts'
import { RequestQueue, type RequestSearch } from './request-queue.tsx'
import { useMaySee } from './may-see.ts'

export type RequestTabsSearch = RequestSearch & { tab?: 'requests' | undefined }
type RequestTabsProps = {
  label: string
  /** What holds now, in a tab of its own. */
  now: { label: string; content: ReactNode }
  /** What is asked to be changed about it. */
  asked: { label: string; kinds: readonly [AskedKind, ...AskedKind[]]; button?: ReactNode }
  search: RequestTabsSearch
  onSearch: (change: RequestTabsSearch) => void
}

/** What holds now in one tab, and in another, for those who read it, what one operator asks another to change. */
export function RequestTabs({ label, now, asked, search, onSearch }: RequestTabsProps) {
  const maySee = useMaySee()
  if (!asked.kinds.some((kind) => maySee(kind))) return now.content
  const tab = search.tab ?? 'now'
  const change = (value: 'now' | 'requests') =>
    onSearch({ tab: value === 'now' ? undefined : value, id: undefined, sort: undefined, cols: undefined })
  return (
    <ScreenTabs
      label={label}
      items={[
        { value: 'now', label: now.label },
        { value: 'requests', label: asked.label },
      ]}
      value={tab}
      onChange={change}
    >
      {tab === 'now' ? (
        now.content
      ) : (
        <RequestQueue
          label={asked.label}
          kinds={asked.kinds}
          search={search}
          onSearch={onSearch}
          propose={asked.button}
        />
      )}
    </ScreenTabs>
  )
}
