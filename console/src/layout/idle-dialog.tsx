import { operatorMe } from '@evenhand/protocol/operators.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/call.ts'
import { isAttended, useLastInput } from '../lib/last-input.ts'
import { keepOperator, useOperator } from '../lib/session.ts'
import { useTag } from '../lib/settings.ts'
import { durationText, useNow } from '../lib/when.tsx'

const warnMs = 120_000
const notifyMs = 60_000

/** Two minutes before a session ends for want of use, requests a sign that the operator is still there. */
export function IdleDialog() {
  const t = useTranslations('common')
  const tag = useTag()
  const signedIn = useOperator()
  const now = useNow(5000)
  const usedAt = useLastInput()
  // Writing a long reason makes no call; the server is notified all the same that the operator is there.
  useEffect(() => {
    const timer = setInterval(() => {
      if (isAttended(notifyMs)) void call(operatorMe, {}).then(keepOperator, () => {})
    }, notifyMs)
    return () => clearInterval(timer)
  }, [])
  if (!signedIn) return null
  const left = usedAt + signedIn.idleMs - now
  const stay = () => void call(operatorMe, {}).then(keepOperator)
  return (
    <Dialog open={left < warnMs && left > 0} onClose={stay} title={t('idle.title')} closeLabel={t('close')}>
      <p className="mb-4">{t('idle.text', { time: durationText(left, tag) })}</p>
      <Button onClick={stay}>{t('idle.stay')}</Button>
    </Dialog>
  )
}
