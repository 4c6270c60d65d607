import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
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
 * The newest result in one quiet line over the top bar and any message there, on whatever page, for eight seconds that
 * it could be seen: a hidden page, a dialog over the page, a pointer on it and focus in it stop the clock. One of the
 * account that is not in use shows whose it is. On a phone it leaves the way back and the page's name free, since the next
 * result may come at once.
 */
export function ResultLine({ onOpen }: LineProps) {
  const results = useStore(newResults)
  const [newest] = results
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center mobile:justify-end"
    >
      {newest && <Line key={newest.id} order={newest} count={results.length} onOpen={onOpen} />}
    </div>
  )
}

function Line({ order, count, onOpen }: LineProps & { order: OptionOrder; count: number }) {
  const t = useTranslations('running')
  const common = useTranslations('common')
  const isOther = order.mode !== useAccountMode()
  const [held, setHeld] = useState(false)
  const left = useRef(shownMs)
  useEffect(() => {
    const timer = setInterval(() => {
      if (held || document.hidden || document.querySelector('dialog[open]')) return
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
      className={cx(
        'pointer-events-auto relative flex h-14 w-full max-w-120 items-center gap-2 bg-surface ps-4 pe-1 text-14 shadow-overlay ring-1 ring-line motion-safe:animate-[fade-in_240ms] mobile:gap-0 mobile:rounded-es-control mobile:ps-3 mobile:text-13 desktop:mt-2 desktop:h-12 desktop:rounded-control',
        isOther ? 'mobile:w-72' : 'mobile:w-52',
      )}
    >
      <p className="flex min-w-0 grow flex-wrap items-center gap-x-2 leading-tight">
        <span className="truncate mobile:w-full">{t(`result.${order.direction}`, { code: order.code })}</span>
        {order.status === 'VOID' || order.status === 'TIE' ? <span>{t(`result.${order.status}`)}</span> : null}
        <Gain bare text={order.profit} className="text-16" />
        {isOther && <ModeChip mode={order.mode} />}
        {count > 1 && (
          <Link
            to="/profile/orders"
            search={{ status: 'closed' }}
            onClick={seeResults}
            className="relative z-1 inline-flex min-h-6 items-center rounded-control text-13 font-600 text-accent-text"
          >
            {t('results', { count })}
          </Link>
        )}
      </p>
      <button
        type="button"
        aria-label={t('details')}
        onClick={open}
        className="inline-flex min-h-10 min-w-6 shrink-0 items-center justify-center rounded-control font-600 text-accent-text after:absolute after:inset-0 mobile:min-h-11 desktop:px-2 desktop:hover:bg-sunken"
      >
        <span className="mobile:hidden">{t('details')}</span>
        <Icon name="forward" size={16} className="desktop:hidden" />
      </button>
      <IconButton icon="close" label={common('close')} onClick={seeResults} size={18} className="z-1" />
    </div>
  )
}
