import { Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Cards } from '../features/home/cards.tsx'
import { Hero } from '../features/home/hero.tsx'
import { LiveList } from '../features/markets/live-list.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useSession } from '../lib/session.ts'
import { useLayout } from '../lib/settings.ts'
import { loadTexts } from '../lib/texts.ts'
import { useSeen } from '../lib/use-seen.ts'
import { useTitle } from '../lib/use-title.ts'

const CustomerParts = lazyPart(
  async () => {
    const [part] = await Promise.all([import('./home-customer.tsx'), loadTexts('profile', 'orders')])
    return part.CustomerParts
  },
  <Skeleton className="h-96 rounded-card" />,
)

const LiveProducts = lazyPart(async () => (await import('./live-products.tsx')).LiveProducts)

/** What this is and what it lists. A customer's own money, orders and lists come first, and the cards last. */
export function Home() {
  const t = useTranslations('home')
  const mobile = useLayout() === 'mobile'
  const signedIn = useSession() !== undefined
  const [foot, footSeen] = useSeen()
  useTitle(t('title'))
  return (
    <>
      {!signedIn && <Hero />}
      <div className="mx-auto flex max-w-content flex-col gap-4 px-gutter desktop:gap-6 desktop:pt-6 mobile:has-[h1]:pt-4">
        {signedIn && (
          <>
            <h1 className="sr-only">{t('title')}</h1>
            <CustomerParts />
          </>
        )}
        {!mobile && !signedIn && <Cards />}
        <h2 className="-mb-2 text-18 font-700 desktop:text-20 mobile:sr-only">{t('live')}</h2>
        <LiveList />
        {(mobile || signedIn) && <Cards />}
        <div ref={foot} className="min-h-110 desktop:min-h-57">
          {footSeen && <LiveProducts />}
        </div>
      </div>
    </>
  )
}
