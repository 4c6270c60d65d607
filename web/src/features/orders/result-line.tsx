import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Gain } from '../../lib/gain.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { newResults, seeResults } from './result-store.ts'

const shownMs = 8000
const stepMs = 250

type LineProps = { onOpen: (id: string, mode: AccountMode) => void }

/**
 * The newest result in one quiet line over the top bar, on whatever page, for eight seconds that someone could look at it:
 * a hidden page, a pointer on it and focus in it stop the clock. One of the account that is not in use says whose it is.
 */
export function ResultLine({ onOpen }: LineProps) {
  const results = useStore(newResults)
  const [newest] = results
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 flex justify-center mobile:ps-13">
      {newest && <Line key={newest.id} order={newest} count={results.length} onOpen={onOpen} />}
    </div>
  )
}

function Line({ order, count, onOpen }: LineProps & { order: OptionOrder; count: number }) {
  const t = useTranslations('running')
  const common = useTranslations('common')
  const used = useAccountMode()
  const [held, setHeld] = useState(false)
  const left = useRef(shownMs)
  useEffect(() => {
    const timer = setInterval(() => {
      if (held || document.hidden) return
      left.current -= stepMs
      if (left.current <= 0) seeResults()
    }, stepMs)
    return () => clearInterval(timer)
  }, [held])
  const open = () => {
    seeResults()
    onOpen(order.id, order.mode)
  }
  return (
    <div
      data-result
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex h-14 w-full max-w-120 items-center gap-2 bg-surface ps-4 pe-1 text-14 shadow-overlay ring-1 ring-line motion-safe:animate-[fade-in_240ms] desktop:mt-2 desktop:h-12 desktop:rounded-control"
    >
      <p className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        {count > 1 && <span className="text-13 text-fg2">{t('results', { count })}</span>}
        {order.mode !== used && <ModeChip mode={order.mode} />}
        <span className="truncate">{t(`result.${order.direction}`, { code: order.code })}</span>
        {order.status === 'VOID' || order.status === 'TIE' ? <span>{t(`result.${order.status}`)}</span> : null}
        <Gain bare text={order.profit} className="text-16" />
      </p>
      <button
        type="button"
        onClick={open}
        className="min-h-10 shrink-0 rounded-control px-2 font-600 text-accent-text hover:bg-sunken mobile:min-h-11"
      >
        {t('details')}
      </button>
      <IconButton icon="close" label={common('close')} onClick={seeResults} size={18} />
    </div>
  )
}
