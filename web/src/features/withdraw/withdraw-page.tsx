import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { WithdrawCard } from './withdraw-card.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'

type Proposed = { method: FundMethod; amount: string; round: number }

/** A withdrawal is made here, and every one is followed to its end. */
export function WithdrawPage() {
  const t = useTranslations('withdraw')
  const mode = useAccountMode()
  const [made, setMade] = useState<Withdrawal>()
  const [proposed, setProposed] = useState<Proposed>()
  const list = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const show = (element: HTMLElement | null) => {
    element?.scrollIntoView({ block: 'start' })
    element?.focus({ preventScroll: true })
  }
  const done = (one: Withdrawal) => {
    setMade(one)
    if (one.status === 'REJECTED') toast(t('rejected'), 'danger')
    else toast(t('submitted'), 'good')
    show(list.current)
  }
  const again = ({ method: name }: Withdrawal, amount: string) => {
    const method = fundMethods.find(({ method: one }) => one === name)
    if (method) setProposed((before) => ({ method, amount, round: (before?.round ?? 0) + 1 }))
    show(form.current)
  }
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" isRequested />}>
        {t('virtual')}
      </Banner>
    )
  return (
    <div className="grid items-start gap-5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div ref={form} tabIndex={-1} className="scroll-mt-20 outline-none">
        <WithdrawCard key={proposed?.round ?? 0} proposed={proposed} onMade={done} />
      </div>
      <WithdrawalList headingRef={list} made={made} onAgain={again} />
    </div>
  )
}
