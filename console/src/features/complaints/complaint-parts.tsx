import { viewChat } from '@evenhand/protocol/chats-console.ts'
import type { SeenComplaint } from '@evenhand/protocol/complaints-console.ts'
import { hrefOf, Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Copyable, shortened } from '../../case/copyable.tsx'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { Steps } from '../../case/steps.tsx'
import { isOpen, useFeatures } from '../../lib/feature.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { screenOf } from './complaint-words.tsx'

/** What was written, about what, how it went, and what was answered. */
export function ComplaintParts({ seen }: { seen: SeenComplaint }) {
  const t = useTranslations('complaints')
  const { kind, takenBy, answeredBy, finding, answer } = seen
  return (
    <>
      <Part title={t('part.about')}>
        <Facts
          items={[
            [t('column.customer'), <CustomerLink key="customer" id={seen.customerId} name={seen.username} />],
            [t('column.kind'), t(`kind.${kind}`)],
            [t('column.subject'), seen.subjectId !== null && <Subject key="subject" seen={seen} />],
            [t('chat'), seen.chatId !== null && <Conversation key="chat" id={seen.chatId} />],
            [t('column.receivedAt'), <When key="at" ms={seen.receivedAt} seconds />],
            [t('dueAt'), <When key="due" ms={seen.dueAt} />],
            [t('column.takenBy'), takenBy !== null && <bdi key="by">{takenBy}</bdi>],
          ]}
        />
      </Part>
      <Part title={t('part.text')}>
        <Written text={seen.text} />
      </Part>
      {answer !== null && (
        <Part title={t('part.answer')}>
          <Written text={answer} />
          <div className="mt-3">
            <Facts
              items={[
                [t('column.finding'), finding !== null && t(`finding.${finding}`)],
                [t('answeredBy'), answeredBy !== null && <bdi key="by">{answeredBy}</bdi>],
              ]}
            />
          </div>
        </Part>
      )}
      <Part title={t('part.steps')}>
        <Steps steps={seen.steps} word={(status) => t(`status.${status}`)} />
      </Part>
    </>
  )
}

/** The conversation that it came up in, for those whose roles read conversations. */
function Conversation({ id }: { id: string }) {
  const t = useTranslations('complaints')
  const may = useMay()
  if (!may(viewChat)) return t('fromChat')
  return (
    <Link to="/chats" search={{ id, view: 'ALL' }} className="font-600 text-accent-text hover:underline">
      {t('openChat')}
    </Link>
  )
}

const Written = ({ text }: { text: string }) => (
  <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
    {text}
  </p>
)

/** What it is about, and the way there for those whose roles open it. */
function Subject({ seen: { kind, subjectId, subjectNo } }: { seen: SeenComplaint }) {
  const t = useTranslations('complaints')
  const may = useMay()
  const { screens } = useFeatures()
  if (subjectId === null) return null
  const name =
    subjectNo === null ? (
      <Copyable text={subjectId} shown={shortened(subjectId, 8)} />
    ) : (
      <bdi dir="ltr">{subjectNo}</bdi>
    )
  const screen =
    kind in screenOf ? screens.find(({ path }) => path === screenOf[kind as keyof typeof screenOf]) : undefined
  if (screen === undefined || !isOpen(screen, may)) return name
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {name}
      <Link
        href={hrefOf({
          to: screen.path,
          search: kind === 'identification' ? { id: subjectId } : { id: subjectId, status: 'ALL' },
        })}
        className="font-600 text-accent-text hover:underline"
      >
        {t('openSubject')}
      </Link>
    </span>
  )
}
