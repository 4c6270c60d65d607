import type { Complaint } from '@evenhand/protocol/complaints.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Figure } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { CloseComplaint, Outside } from './close-complaint.tsx'
import { ComplaintTimeline } from './complaint-timeline.tsx'

const variants = {
  RECEIVED: { variant: 'accent', icon: 'clock' },
  INVESTIGATING: { variant: 'accent', icon: 'clock' },
  ANSWERED: { variant: 'warn', icon: 'mail' },
  ACCEPTED: { variant: 'good', icon: 'check' },
  ESCALATED: { variant: 'plain', icon: 'external' },
} as const

/** One complaint: open while something is waited for or requested from the customer, else a line that opens. */
export function ComplaintRow({ complaint, isNamed }: { complaint: Complaint; isNamed: boolean }) {
  const t = useTranslations('complaints')
  const when = useWhen()
  const [wanted, setWanted] = useState<boolean>()
  const { no, status, kind, subjectNo, finding, answer } = complaint
  // The row that the customer has just answered stays open.
  const [first] = useState(status)
  const shown = wanted ?? (isNamed || status === 'ANSWERED' || first === 'ANSWERED')
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setWanted(!shown)}
        className="flex min-h-12 w-full items-center gap-3 rounded-control text-start"
      >
        <span className="flex min-w-0 grow flex-col">
          <span className="font-600">
            <Figure>{no}</Figure>
          </span>
          <span className="text-12 text-fg3">
            {t(`kind.${kind}`)}
            {subjectNo !== null && (
              <>
                {' '}
                <Figure>{subjectNo}</Figure>
              </>
            )}
            <Dot />
            {when(complaint.receivedAt)}
          </span>
        </span>
        <Chip {...variants[status]}>{t(`status.${status}`)}</Chip>
        <Icon name="expand" size={18} className={shown ? 'rotate-180 text-fg3' : 'text-fg3'} />
      </button>
      {shown && (
        <div className="flex flex-col gap-4 pt-3">
          <ComplaintTimeline complaint={complaint} />
          <Written title={t('yours')} text={complaint.text} />
          {answer !== null && finding !== null && (
            <Written title={t('answer')} text={answer}>
              <p className="mb-1.5 font-600">{t(`finding.${finding}`)}</p>
            </Written>
          )}
          {status === 'ANSWERED' && <CloseComplaint no={no} />}
          {status === 'ESCALATED' && <Outside />}
        </div>
      )}
    </li>
  )
}

const Written = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <section className="rounded-control bg-sunken p-3.5">
    <h3 className="mb-1.5 text-13 text-fg2">{title}</h3>
    {children}
    <p dir="auto" className="w-fit text-14 wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  </section>
)
