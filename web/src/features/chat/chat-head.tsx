import { mailChat } from '@evenhand/protocol/chat.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { reportProblem } from '../../lib/report-problem.ts'
import { chatCall } from './chat-call.ts'
import { chatProof } from './chat-engine.ts'
import { useChat } from './chat-store.ts'
import { useHoursText, useWaitText } from './service-texts.ts'

type HeadProps = {
  action: ReactNode
  /** Whether its title is shown; the bar of a phone shows it already. */
  titled: boolean
}

/** Whether an agent is online and how long a reply takes, and what can be done with the conversation. */
export function ChatHead({ action, titled }: HeadProps) {
  const t = useTranslations('chat')
  const { service, chat } = useChat()
  const hours = useHoursText()
  const wait = useWaitText()
  return (
    <header
      className={cx(
        'flex gap-2 border-b border-line py-2.5 ps-4 pe-2 low:items-center low:py-0',
        titled ? 'items-start' : 'items-center',
      )}
    >
      <div className="min-w-0 grow">
        <h1 className={titled ? 'text-16 font-700' : 'sr-only'}>{t('title')}</h1>
        {service && (
          <p className="flex flex-wrap gap-x-2 text-13 text-fg2">
            <span className="inline-flex items-center gap-1.5">
              <span className={`size-2 rounded-full ${service.isOpen ? 'bg-good' : 'bg-control'}`} />
              {service.isOpen ? t('open') : t('away')}
            </span>
            {service.isOpen ? <span>{wait(service)}</span> : <span>{hours(service)}</span>}
            {chat?.place != null && <span>{t('place', { place: chat.place })}</span>}
          </p>
        )}
      </div>
      {chat && chat.lastSeq > 0 && <MailButton id={chat.id} />}
      {action}
    </header>
  )
}

function MailButton({ id }: { id: string }) {
  const t = useTranslations('chat')
  const [busy, setBusy] = useState(false)
  const mail = async () => {
    setBusy(true)
    try {
      await chatCall(mailChat, { id }, chatProof())
      toast(t('mailed'), 'good')
    } catch (problem) {
      reportProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return <IconButton icon="mail" label={t('mail')} disabled={busy} onClick={() => void mail()} />
}
