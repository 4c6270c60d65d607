import { Banner } from '@evenhand/ui/states.tsx'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { AssetsCard } from '../features/assets/assets-card.tsx'
import { ConvertCard } from '../features/convert/convert-card.tsx'
import { DepositCard } from '../features/deposit/deposit-card.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'
import { ModeSwitch } from '../layout/mode-switch.tsx'
import { useAccountMode } from '../lib/session.ts'
import { useLayout } from '../lib/settings.ts'

type Tab = 'deposit' | 'convert'

/** What the account holds; on the real one coins come in here and are converted, and what came is followed. */
export function Balance({ search: { show: wanted } }: { search: { show?: string | undefined } }) {
  const t = useTranslations('funds')
  const mode = useAccountMode()
  const mobile = useLayout() === 'mobile'
  const [tab, setTab] = useState<Tab>('deposit')
  const deposit = useRef<HTMLDivElement>(null)
  const convert = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLHeadingElement>(null)
  // After the page has moved to its top, as it does with every address.
  useEffect(() => {
    const panel = wanted === 'deposit' ? deposit : wanted === 'convert' ? convert : undefined
    if (panel) setTab(panel === convert ? 'convert' : 'deposit')
    const frame = requestAnimationFrame(() => show(panel?.current ?? null))
    return () => cancelAnimationFrame(frame)
  }, [wanted, mode])
  if (mode === 'virtual') return <VirtualAssets isRequested={wanted !== undefined} />
  const goTo = (to: Tab) => {
    // In sight before it is scrolled to.
    flushSync(() => setTab(to))
    show((to === 'convert' ? convert : deposit).current)
  }
  /** On a phone one of the two stands there; the other keeps what was typed and what is being sent. */
  const shownIn = (own: Tab, className: string) => (mobile && tab !== own ? 'hidden' : className)
  return (
    <>
      <AssetsCard>
        <Button onClick={() => goTo('deposit')}>{t('deposit.title')}</Button>
        <Link to="/profile/balance/withdraw" className={buttonClass('secondary')}>
          {t('withdraw')}
        </Link>
        <Button variant="secondary" onClick={() => goTo('convert')}>
          {t('convert')}
        </Button>
      </AssetsCard>
      {mobile && (
        <Tabs
          variant="segment"
          label={t('title')}
          items={[
            { value: 'deposit', label: t('deposit.title') },
            { value: 'convert', label: t('convert') },
          ]}
          value={tab}
          onChange={setTab}
          panelId="balance-parts"
        />
      )}
      <div
        id="balance-parts"
        {...(mobile ? { role: 'tabpanel', 'aria-label': t(tab === 'convert' ? 'convert' : 'deposit.title') } : {})}
        className="grid items-start gap-5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <div ref={deposit} tabIndex={-1} className={shownIn('deposit', 'scroll-mt-20 outline-none')}>
          <DepositCard onSubmitted={() => show(list.current)} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <div className={shownIn('deposit', '')}>
            <DepositList headingRef={list} />
          </div>
          <div ref={convert} tabIndex={-1} className={shownIn('convert', 'scroll-mt-20 outline-none')}>
            <ConvertCard />
          </div>
        </div>
      </div>
    </>
  )
}

/** Brings a part of the page to its top and reads on from there. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

/** What the virtual account holds, and the way to the one that coins come in on. */
function VirtualAssets({ isRequested }: { isRequested: boolean }) {
  const t = useTranslations('funds')
  return (
    <>
      <Banner variant="info" action={<ModeSwitch to="real" isRequested={isRequested} />}>
        {t('virtual')}
      </Banner>
      <AssetsCard />
    </>
  )
}
