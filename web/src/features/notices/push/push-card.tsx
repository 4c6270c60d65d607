import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pushState, disablePush, enablePush, type PushState } from './push-browser.ts'

/** Whether this browser is pushed to while the page is closed; requested by a press, never before. */
export function PushCard() {
  const t = useTranslations('notices')
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let wanted = true
    void pushState().then((now) => wanted && setState(now))
    return () => void (wanted = false)
  }, [])
  const change = async () => {
    setBusy(true)
    setFailed(false)
    try {
      setState(await (state === 'on' ? disablePush() : enablePush()))
    } catch {
      // The browser's push service or ours was out of reach: nothing is on, and it may be tried again.
      setFailed(true)
      setState(await disablePush())
    } finally {
      setBusy(false)
    }
  }
  if (!state) return null
  const can = state === 'on' || state === 'off'
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 desktop:px-5">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h2 className="flex flex-wrap items-center gap-2 font-600">
          {t('push.title')}
          {state === 'on' && <Chip variant="good">{t('push.isOn')}</Chip>}
        </h2>
        <p role="status" className="text-13 text-fg2">
          {t(`push.state.${state}`)}
        </p>
        <FieldError>{failed && t('push.failed')}</FieldError>
      </div>
      {can && (
        <Button variant={state === 'on' ? 'secondary' : 'primary'} busy={busy} onClick={() => void change()}>
          {t(state === 'on' ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      )}
    </Card>
  )
}
