import { stepChat, type SeenChat } from '@evenhand/protocol/chats-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { ChatBeside } from './chat-beside.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatThread } from './chat-thread.tsx'
import { ChatStatusChip } from './chat-words.tsx'
import { promisedMs, useChat, useReadMark, useStep } from './use-chat.ts'

/** One conversation, live. */
export function ChatCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useChat(id)
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case key={id} seen={query.data} onClose={onClose} />
}

function Case({ seen, onClose }: { seen: SeenChat; onClose: () => void }) {
  const t = useTranslations('chats')
  const may = useMay()
  useReadMark(seen)
  const { id, status, username, waitingSince, mine, blocked } = seen
  const works = may(stepChat)
  const step = useStep(id)
  const run = step.mutate
  const take = useCallback(() => run({ step: 'take' }), [run])
  useCaseActions({ approve: works && status === 'OPEN' && !step.isPending ? take : undefined, reject: undefined })
  return (
    <CaseFrame
      title={t('case', { name: username ?? t('guest') })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <ChatStatusChip status={status} />
          {waitingSince !== null && <DueClock dueAt={waitingSince + promisedMs} />}
          {blocked > 0 && <Chip variant="danger">{t('blockedCount', { count: blocked })}</Chip>}
        </>
      }
      actions={works && status !== 'CLOSED' && <Steps seen={seen} step={step} onTake={take} />}
    >
      <ChatThread seen={seen} />
      {works && mine && (status === 'ASSIGNED' || status === 'WAITING_USER') && <ChatComposer seen={seen} />}
      <ChatBeside seen={seen} />
    </CaseFrame>
  )
}

type StepsProps = { seen: SeenChat; step: ReturnType<typeof useStep>; onTake: () => void }

/** What an agent may do with a conversation as it stands. */
function Steps({ seen, step, onTake }: StepsProps) {
  const { status, mine, customerId, agents, assignedTo } = seen
  const t = useTranslations('chats')
  const text = useProblemText()
  const taken = status === 'ASSIGNED' || status === 'WAITING_USER'
  const others = agents.filter(({ name }) => name !== assignedTo)
  return (
    <>
      {status === 'OPEN' && (
        <Button busy={step.isPending} onClick={onTake}>
          {t('step.take')}
        </Button>
      )}
      {taken && mine && (
        <Button busy={step.isPending} onClick={() => step.mutate({ step: 'resolve' })}>
          {t('step.resolve')}
        </Button>
      )}
      {taken && mine && customerId !== null && (
        <Button variant="secondary" onClick={() => step.mutate({ step: 'offer' })}>
          {t('step.offer')}
        </Button>
      )}
      {taken && (
        <Button variant="secondary" onClick={() => step.mutate({ step: 'release' })}>
          {t('step.release')}
        </Button>
      )}
      {taken && others.length > 0 && (
        <Select
          bare
          label={t('step.transfer')}
          value=""
          options={[
            { value: '', label: t('step.transfer') },
            ...others.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={({ target }) => target.value !== '' && step.mutate({ step: 'transfer', to: target.value })}
        />
      )}
      {status === 'RESOLVED' && (
        <Button variant="secondary" busy={step.isPending} onClick={() => step.mutate({ step: 'close' })}>
          {t('step.close')}
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {step.error && <FieldError>{text(step.error)}</FieldError>}
      </div>
    </>
  )
}
