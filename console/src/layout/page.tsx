import type { ReactNode } from 'react'

/** A screen that is not one table: it scrolls, and keeps its lines readable. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className="relative min-h-0 flex-1 overflow-y-auto">
    <div className="mx-auto flex max-w-content flex-col gap-4 p-4 desktop:p-6">{children}</div>
  </div>
)
