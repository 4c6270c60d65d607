import { Outlet } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useAccountMode, useSession } from '../lib/session.ts'
import { useLayout } from '../lib/settings.ts'
import { useSearchKey } from '../lib/search-key.ts'
import { useWhenIdle } from '../lib/when-idle.ts'
import { useChrome } from './chrome.ts'
import { CustomerWatch } from './customer-parts.ts'
import { DesktopBar } from './desktop-bar.tsx'
import { FeedBanner } from './feed-banner.tsx'
import { FirstVisit } from './first-visit.tsx'
import { MobileBar } from './mobile-bar.tsx'
import { OnboardingOnce } from './onboarding-once.tsx'
import { SandboxRibbon } from './sandbox-ribbon.tsx'
import { TabBar } from './tab-bar.tsx'

const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer)
const DeferredParts = lazyPart(async () => (await import('./deferred-parts.tsx')).DeferredParts)

/** The parts around every screen; the route chooses which. */
export function RootLayout() {
  const t = useTranslations('common')
  const chrome = useChrome()
  const layout = useLayout()
  const idle = useWhenIdle()
  const signedIn = useSession() !== undefined
  const virtual = useAccountMode() === 'virtual' && signedIn
  useSearchKey()
  const tabBar = layout === 'mobile' && chrome.tabBar
  const footer = chrome.footer === 'always' || (chrome.footer === 'desktop' && layout === 'desktop')
  return (
    <div className={`flex min-h-dvh flex-col ${tabBar ? 'pb-[calc(60px+env(safe-area-inset-bottom))]' : ''}`}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skip')}
      </a>
      <header className="contents">
        {chrome.top !== 'none' && (
          <div
            className={`sticky top-0 z-20 border-b border-line bg-surface ${virtual ? 'border-t-3 border-t-warn-line' : ''}`}
          >
            {layout === 'desktop' ? <DesktopBar wide={chrome.width === 'trading'} /> : <MobileBar top={chrome.top} />}
            <FeedBanner />
          </div>
        )}
        <SandboxRibbon />
        {(chrome.top === 'brand' || chrome.top === 'page') && <FirstVisit mobile={layout === 'mobile'} />}
      </header>
      {/* At least a window high, so that the footer, which comes later, moves nothing in sight. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
        <Outlet />
      </main>
      {footer && idle && <Footer />}
      {tabBar && <TabBar />}
      {idle && <DeferredParts />}
      {signedIn && <CustomerWatch />}
      <OnboardingOnce mobile={layout === 'mobile'} />
    </div>
  )
}
