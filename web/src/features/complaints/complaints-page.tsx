import {
  complaintBusinessDays,
  complaintKinds,
  type Complaint,
  type ComplaintKind,
} from '@evenhand/protocol/complaints.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { ComplainForm } from './complain-form.tsx'
import { ComplaintList } from './complaint-list.tsx'

type Address = {
  /** What a complaint is to be made about, by the address. */
  about?: string | undefined
  id?: string | undefined
  of?: string | undefined
  /** The complaint that the address names. */
  no?: string | undefined
  /** The conversation with customer service that it came up in. */
  chat?: string | undefined
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What an address names to complain about; nothing where it is no such thing. */
function subjectIn({ about, id, of: params }: Address): { kind: ComplaintKind; id?: string; no?: string } | undefined {
  const kind = complaintKinds.find((one) => one === about)
  if (kind === undefined || kind === 'account' || kind === 'other') return undefined
  if (kind === 'identification') return { kind }
  if (id === undefined || !isId.test(id)) return undefined
  return { kind, id, ...(params === undefined ? {} : { no: params.slice(0, 40) }) }
}

/** A complaint is made here, and every one is followed to its answer and its end. */
export function ComplaintsPage({ search }: { search: Address }) {
  const t = useTranslations('complaints')
  const [made, setMade] = useState<Complaint>()
  const list = useRef<HTMLHeadingElement>(null)
  const subject = subjectIn(search)
  const chatId = isId.test(search.chat ?? '') ? search.chat : undefined
  const done = (one: Complaint) => {
    setMade(one)
    list.current?.scrollIntoView({ block: 'start' })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <p className="max-w-text text-15 text-fg2">{t('intro', { days: complaintBusinessDays })}</p>
      <div className="grid items-start gap-5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <ComplainForm key={`${subject?.kind} ${subject?.id}`} subject={subject} chatId={chatId} onMade={done} />
        <div className="flex min-w-0 flex-col gap-4">
          {made && (
            <div role="status">
              <Banner variant="info">{t('received', { no: isolated(made.no) })}</Banner>
            </div>
          )}
          <ComplaintList headingRef={list} openNo={made?.no ?? search.no} />
        </div>
      </div>
    </>
  )
}
