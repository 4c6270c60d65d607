import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'
import { SandboxRibbon } from './sandbox-ribbon.tsx'

/** The frame of screens without a session. */
export const Outside = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <SandboxRibbon />
    <header className="flex items-center justify-between bg-ink px-gutter py-3 text-white">
      <Brand />
      <span className="rounded-control bg-surface">
        <AppearanceMenu />
      </span>
    </header>
    <main id="main" className="flex-1">
      {children}
    </main>
  </div>
)
