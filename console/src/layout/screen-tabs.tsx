import { Tabs } from '@evenhand/ui/tabs.tsx'
import type { ReactNode } from 'react'

type ScreenTabsProps<V extends string> = {
  label: string
  items: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  children: ReactNode
}

/** A screen of several tables, one at a time. */
export function ScreenTabs<V extends string>({ children, ...tabs }: ScreenTabsProps<V>) {
  return (
    <>
      <Tabs {...tabs} variant="underline" panelId="screen-panel" className="border-b border-line bg-surface px-4" />
      <div
        id="screen-panel"
        role="tabpanel"
        aria-label={tabs.items.find(({ value }) => value === tabs.value)?.label}
        className="flex min-h-0 flex-1 flex-col"
      >
        {children}
      </div>
    </>
  )
}
