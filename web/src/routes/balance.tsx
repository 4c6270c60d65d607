import { Banner } from '@evenhand/ui/states.tsx'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { AssetsCard } from '../features/assets/assets-card.tsx'
import { ConvertCard } from '../features/convert/convert-card.tsx'
import { DepositCard } from '../features/deposit/deposit-card.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'
import { ModeSwitch } from '../layout/mode-switch.tsx'
import { useAccountMode } from '../lib/session.ts'

/** What the account holds; on the real one coins come in here and are converted, and what came is followed. */
export function Balance({ search: { show: wanted } }: { search: { show?: string | undefined } }) {
  const t = useTranslations('funds')
  const mode = useAccountMode()
  const deposit = useRef<HTMLDivElement>(null)
  const convert = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLHeadingElement>(null)
  // After the page has moved to its top, as it does with every address.
  useEffect(() => {
    const place = wanted === 'deposit' ? deposit : wanted === 'convert' ? convert : undefined
    const frame = requestAnimationFrame(() => show(place?.current ?? null))
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  if (mode === 'virtual')
    return (
      <>
        <Banner action={<ModeSwitch to="real" />}>{t('virtual')}</Banner>
        <AssetsCard />
      </>
    )
  return (
    <>
      <AssetsCard>
        <Button onClick={() => show(deposit.current)}>{t('deposit.title')}</Button>
        <Link to="/profile/balance/withdraw" className={buttonClass('secondary')}>
          {t('withdraw')}
        </Link>
        <Button look="secondary" onClick={() => show(convert.current)}>
          {t('convert')}
        </Button>
      </AssetsCard>
      <div className="grid items-start gap-5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div ref={deposit} tabIndex={-1} className="scroll-mt-20 outline-none">
          <DepositCard onSubmitted={() => show(list.current)} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <DepositList headingRef={list} />
          <div ref={convert} tabIndex={-1} className="scroll-mt-20 outline-none">
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
