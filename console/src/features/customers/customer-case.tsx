import { noteUser, operatorUser, restrictUser } from '@evenhand/protocol/operator-customers.ts'
import { proposeLegalHold } from '@evenhand/protocol/legal-holds.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { CustomerMoney } from './customer-money.tsx'
import { CustomerPerson } from './customer-parts.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { customerVariant, useCustomerTexts, useStatusText } from './customer-words.ts'
import { HoldForm, type HoldAction } from './hold-form.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { LongerRestriction } from './longer-restriction.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

export type SeenCustomer = z.output<typeof operatorUser.result>

/** One customer in one view: status, all that is kept by its time, and money. Opening it is itself recorded. */
export function CustomerCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [operatorUser.path, id],
    queryFn: ({ signal }) => call(operatorUser, { id }, signal),
    // Each access is in the customer's own log, so it is not polled.
    staleTime: freshMs * 6,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

function Case({ seen, onClose }: { seen: SeenCustomer; onClose: () => void }) {
  const t = useTranslations('customers')
  const statusText = useStatusText()
  const { kycText } = useCustomerTexts()
  const may = useMay()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'restrict' | 'note' | HoldAction>()
  const close = () => setDialog(undefined)
  const renewed = <T,>(done: Promise<T>) => done.finally(() => queries.invalidateQueries())
  const restricted = seen.restriction !== null
  const held = seen.legalHold != null
  const mayChange = may(restrictUser) || may(noteUser) || may(proposeLegalHold)
  return (
    <CaseFrame
      title={<bdi>{seen.username}</bdi>}
      marks={
        <>
          <Chip variant={customerVariant(seen.status)}>{statusText(seen.status)}</Chip>
          <Chip>{`${t('column.kyc')} · ${kycText(seen.kycStatus)}`}</Chip>
        </>
      }
      onClose={onClose}
      legalHold={seen.legalHold}
      actions={
        mayChange && (
          <>
            {may(noteUser) && (
              <Button variant="secondary" onClick={() => setDialog('note')}>
                {t('note.add')}
              </Button>
            )}
            {may(restrictUser) && (
              <Button variant={restricted ? 'primary' : 'danger'} onClick={() => setDialog('restrict')}>
                {restricted ? t('restrict.lift') : t('restrict.stop')}
              </Button>
            )}
            <LongerRestriction customerId={seen.id} />
            {may(proposeLegalHold) &&
              (held ? (['review', 'lift'] as const) : (['propose'] as const)).map((act) => (
                <Button key={act} variant="quiet" onClick={() => setDialog(act)}>
                  {t(`hold.${act}`)}
                </Button>
              ))}
          </>
        )
      }
    >
      <CustomerPerson seen={seen} />
      <CustomerTimeline id={seen.id} />
      <CustomerMoney seen={seen} />
      {dialog === 'restrict' && (
        <RestrictDialog
          lift={restricted}
          submit={(request) => renewed(call(restrictUser, { id: seen.id, ...request }))}
          onClose={close}
        />
      )}
      {(dialog === 'propose' || dialog === 'review' || dialog === 'lift') && (
        <HoldForm customerId={seen.id} act={dialog} inForce={seen.legalHold ?? undefined} onClose={close} />
      )}
      {dialog === 'note' && (
        <NoteDialog submit={(text) => renewed(call(noteUser, { id: seen.id, text }))} onClose={close} />
      )}
    </CaseFrame>
  )
}
