import { buttonClass } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { setAccountMode } from '../../lib/session.ts'
import { Figures } from './figures.tsx'

const onInk =
  'inline-flex min-h-12 items-center justify-center rounded-control border border-ink-fg2 px-3 text-center text-15 font-600 desktop:px-5 text-white no-underline hover:bg-ink-panel'

/** The band that is ink in both themes, for visitors: what this is, two ways in, the risk, and the figures. */
export function Hero() {
  const t = useTranslations('home')
  return (
    <section data-visitor className="bg-ink text-ink-fg">
      <div className="mx-auto grid max-w-content items-center gap-x-16 gap-y-2 px-gutter pt-3 desktop:grid-cols-[1.25fr_1fr] desktop:py-10">
        <div>
          <h1 className="text-20 leading-tight font-700 text-balance desktop:text-hero">{t('title')}</h1>
          <p className="mt-4 max-w-[60ch] text-16 text-pretty text-ink-fg2 mobile:hidden">{t('lead')}</p>
          <WaysIn />
          <p className="mt-2 flex items-start gap-2 text-12 leading-tight text-ink-fg2 desktop:mt-3 desktop:text-13">
            <Icon name="warning" size={18} className="mt-px text-ink-warn" />
            {t('risk')}
          </p>
        </div>
        <Figures />
      </div>
    </section>
  )
}

function WaysIn() {
  const t = useTranslations('home')
  return (
    <div className="mt-2.5 grid grid-cols-2 gap-3 desktop:mt-6 desktop:flex">
      <Link to="/pass/register" className={buttonClass('primary', 'large')}>
        {t('createAccount')}
      </Link>
      <Link to="/pass/register" onClick={() => setAccountMode('virtual')} className={onInk}>
        {t('startVirtual')}
      </Link>
    </div>
  )
}
