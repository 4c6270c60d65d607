import type { ReactNode } from 'react'
import { ScreenTabs } from '../layout/screen-tabs.tsx'
import type { ChangeKind } from './requested-change.ts'
import { RequestQueue, type RequestSearch } from './request-queue.tsx'
import { useMaySee } from './may-see.ts'

export type RequestTabsSearch = RequestSearch & { tab?: 'requests' | undefined }
type RequestTabsProps = {
  label: string
  /** What holds now, in a tab of its own. */
  now: { label: string; content: ReactNode }
  /** The requests for a change of it. */
  requests: { label: string; kinds: readonly [ChangeKind, ...ChangeKind[]]; button?: ReactNode }
  search: RequestTabsSearch
  onSearch: (change: RequestTabsSearch) => void
}

/** What holds now in one tab, and in another, for those who read it, what one operator proposes to change. */
export function RequestTabs({ label, now, requests, search, onSearch }: RequestTabsProps) {
  const maySee = useMaySee()
  if (!requests.kinds.some((kind) => maySee(kind))) return now.content
  const tab = search.tab ?? 'now'
  const change = (value: 'now' | 'requests') =>
    onSearch({ tab: value === 'now' ? undefined : value, id: undefined, sort: undefined, cols: undefined })
  return (
    <ScreenTabs
      label={label}
      items={[
        { value: 'now', label: now.label },
        { value: 'requests', label: requests.label },
      ]}
      value={tab}
      onChange={change}
    >
      {tab === 'now' ? (
        now.content
      ) : (
        <RequestQueue
          label={requests.label}
          kinds={requests.kinds}
          search={search}
          onSearch={onSearch}
          propose={requests.button}
        />
      )}
    </ScreenTabs>
  )
}
