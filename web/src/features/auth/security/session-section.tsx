import { endOtherSessions, endSession } from '@evenhand/protocol/sessions.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { Dot } from '../../../lib/dot.tsx'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { Loaded, Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'
import { useDayText } from './use-day-text.ts'
import { useSessions } from '../../../lib/proving/use-security.ts'
import { useDeviceText } from './use-device-text.ts'

/** Where this customer is signed in; each other session can be signed out, or all of them. */
export function SessionSection() {
  const t = useTranslations('security')
  const proofText = useProofText()
  const query = useSessions()
  const ending = useChange(
    (id: string) => call(endSession, { id }),
    () => toast(t('session.ended'), 'good'),
  )
  const endingAll = useChange(
    () => call(endOtherSessions, {}),
    ({ ended }) => toast(t('session.endedAll', { count: ended }), 'good'),
  )
  return (
    <Section title={t('session.title')} text={t('session.text')}>
      <Loaded query={query}>
        {(sessions) => (
          <>
            <SessionList
              sessions={sessions}
              endingId={ending.isPending ? ending.requested : undefined}
              onEnd={(id) => ending.run(id)}
            />
            {sessions.length > 1 && (
              <Button
                variant="secondary"
                className="self-start"
                busy={endingAll.isPending}
                onClick={() => endingAll.run(undefined)}
              >
                {t('session.endAll')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <FieldError>{proofText(ending.problem ?? endingAll.problem)}</FieldError>
    </Section>
  )
}

type Session = NonNullable<ReturnType<typeof useSessions>['data']>[number]
type ListProps = { sessions: readonly Session[]; endingId: string | undefined; onEnd: (id: string) => void }

function SessionList({ sessions, endingId, onEnd }: ListProps) {
  const t = useTranslations('security')
  const dayText = useDayText()
  const deviceText = useDeviceText()
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => {
        const device = deviceText(session)
        return (
          <li key={session.id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 grow">
              {/* A heading, so that the focus goes here when the session above is ended, not to the button of this one. */}
              <h3 className="font-600">{device}</h3>
              <p id={`used-${session.id}`} className="text-13 text-fg2">
                {t('session.used', { time: dayText(session.usedAt) })}
                <Dot />
                <bdi dir="ltr">{session.place}</bdi>
              </p>
            </div>
            {session.current ? (
              <span className="text-13 font-600 whitespace-nowrap text-good">{t('session.current')}</span>
            ) : (
              <Button
                variant="secondary"
                size="small"
                className="shrink-0"
                busy={endingId === session.id}
                aria-label={t('session.endOne', { device })}
                aria-describedby={`used-${session.id}`}
                onClick={() => onEnd(session.id)}
              >
                {t('session.end')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
