import { getRealityCheck, seeRealityCheck } from '@evenhand/protocol/safeguards.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Amount } from '../../lib/format.tsx'

const pollEveryMs = 60_000
const load = () => call(getRealityCheck, {})
type Reality = Awaited<ReturnType<typeof load>>

/** Never over another question, and never while something that was pressed is still under way. */
const isBusy = () => document.querySelector('dialog[open], button[aria-busy=true]') !== null

/**
 * How long the customer has been here and what came of it, once in as many minutes as they chose. The server decides
 * when; it is polled once a minute while the page is visible. Without a response nothing is shown.
 */
export function RealityCheck() {
  const [shown, setShown] = useState<Reality>()
  useEffect(() => {
    let wanted = true
    const request = async () => {
      if (document.hidden || isBusy()) return
      const reality = await load().catch(() => undefined)
      if (wanted && reality?.due === true && !isBusy()) setShown(reality)
    }
    void request()
    const timer = setInterval(() => void request(), pollEveryMs)
    return () => {
      wanted = false
      clearInterval(timer)
    }
  }, [])
  const seen = () => {
    setShown(undefined)
    // Not kept, it is due still and comes again with the next question.
    void call(seeRealityCheck, {}).catch(() => undefined)
  }
  return <Shown reality={shown} onSeen={seen} />
}

function Shown({ reality, onSeen }: { reality: Reality | undefined; onSeen: () => void }) {
  const t = useTranslations('safeguards')
  const common = useTranslations('common')
  return (
    <Dialog open={reality !== undefined} onClose={onSeen} title={t('reality.title')} closeLabel={common('close')}>
      {reality && (
        <>
          <p className="mb-3">{t('reality.text', { minutes: reality.sinceLastPause })}</p>
          <Figures title={common('account.real')} trades={reality.real} />
          <Figures title={common('account.virtual')} trades={reality.virtual} />
          <p className="mb-4 text-13 text-fg2">{t('reality.every', { minutes: reality.everyMin })}</p>
          <div className="grid grid-cols-2 gap-3">
            <Link to="/profile/limits" onClick={onSeen} className={buttonClass('secondary', 'large')}>
              {t('reality.pause')}
            </Link>
            <Button variant="secondary" size="large" onClick={onSeen}>
              {t('reality.goOn')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Figures({ title, trades }: { title: string; trades: Reality['real'] }) {
  const t = useTranslations('safeguards')
  const rows = [
    ['buys', trades.buys],
    ['sells', trades.sells],
    ['open', trades.openPositions],
  ] as const
  return (
    <section className="mb-3 rounded-control bg-sunken px-4 py-3">
      <h3 className="mb-1 font-600">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows.map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-fg2">{t(`reality.${name}`)}</dt>
            <dd className="text-end">{count}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-fg2">{t('reality.profitLoss')}</dt>
          <dd className="text-end font-600">
            <Amount text={trades.profitLoss} sign />
          </dd>
        </div>
      </dl>
    </section>
  )
}
