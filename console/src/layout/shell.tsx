import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Stroke } from '@evenhand/ui/icon.tsx'
import { returnFocus } from '@evenhand/ui/return-focus.ts'
import { Outlet, useLocation, useRouterState } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isOpen, useFeatures, type Screen } from '../lib/feature.ts'
import { useMay } from '../lib/session.ts'
import { useLayout } from '../lib/settings.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { Missing } from './fallbacks.tsx'
import { IdleDialog } from './idle-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'
import { Nav } from './nav.tsx'
import { Palette } from './palette.tsx'
import { SandboxRibbon } from './sandbox-ribbon.tsx'

/** The screen that stands open, by the address. */
function useScreen(): Screen | undefined {
  const path = useRouterState().route?.path
  return useFeatures().screens.find((screen) => screen.path === path)
}

const menuPath = 'M4 6h16M4 12h16M4 18h16'

/** Every screen behind the sign-in: the ribbon, the rail of screens, the bar, and the screen itself. */
export function Shell() {
  const t = useTranslations('common')
  const layout = useLayout()
  const may = useMay()
  const screen = useScreen()
  useEffect(() => returnFocus(), [])
  // Beside an open case the rail folds to its icons where the window has no room for all three.
  const beside = useLocation().search['id'] !== undefined
  return (
    <div className="flex flex-col desktop:h-dvh mobile:min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:inset-x-4 focus:top-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {t('skip')}
      </a>
      <SandboxRibbon />
      <div className="flex min-h-0 flex-1 mobile:flex-col">
        {layout === 'desktop' && (
          <div
            data-folded={beside || undefined}
            className="group/rail relative flex w-56 shrink-0 flex-col gap-5 overflow-y-auto bg-ink px-3 py-4 text-white max-[99.99rem]:data-folded:w-15 max-[99.99rem]:data-folded:px-2"
          >
            <Nav>
              <div className="mb-1 px-2">
                <Brand />
              </div>
            </Nav>
          </div>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Bar />
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            {screen && !isOpen(screen, may) ? <Missing /> : <Outlet />}
          </main>
        </div>
      </div>
      <IdleDialog />
      <KeysDialog />
    </div>
  )
}

function Bar() {
  const t = useTranslations('common')
  const layout = useLayout()
  const [open, setOpen] = useState(false)
  const screen = useScreen()
  const any = useTranslations()
  return (
    <header className="flex min-h-14 items-center gap-2 border-b border-line bg-surface px-4 mobile:px-2">
      {layout === 'mobile' && (
        <button
          type="button"
          aria-label={t('nav.open')}
          onClick={() => setOpen(true)}
          className="inline-flex size-11 items-center justify-center rounded-control"
        >
          <Stroke path={menuPath} />
        </button>
      )}
      <h1 className="line-clamp-2 min-w-0 text-18 leading-tight font-700 mobile:text-15">
        {screen && any(screen.title)}
      </h1>
      <span className="ms-auto flex items-center gap-1">
        <Palette />
        <AppearanceMenu />
        <AccountMenu />
      </span>
      {layout === 'mobile' && (
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Brand />}
          closeLabel={t('close')}
          className="bg-ink! text-white!"
        >
          <Nav onGo={() => setOpen(false)} />
        </Dialog>
      )}
    </header>
  )
}
