import { resumeReasons, suspendReasons } from '@evenhand/protocol/markets.ts'
import { suspendInstrument } from '@evenhand/protocol/operator-result.ts'
import { proposeListing } from '@evenhand/protocol/operator-risk.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText } from '../../lib/when.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'
import type { CaseProps } from '../../queue/queue-screen.tsx'
import { useFeedKindText } from './feed-kind.ts'
import type { Feed } from './feed-table.tsx'
import { ListingForm } from './listing-form.tsx'

/** One instrument: its price's health, and the stop of new orders on it, for all customers or for none. */
export function FeedCase({ id, row, onClose }: CaseProps<Feed>) {
  const t = useTranslations('risk')
  const tag = useTag()
  const feedKindText = useFeedKindText()
  const may = useMay()
  const reasonWord = (reason: string) =>
    t.has(`reason.${reason}` as never) ? t(`reason.${reason}` as 'reason.other') : reason
  const [dialog, setDialog] = useState<'suspend' | 'listing'>()
  const lists = row !== undefined && may(proposeListing)
  const changes = row && row.listing !== 'delisted' && may(suspendInstrument)
  const suspends = row?.listing === 'listed'
  return (
    <CaseFrame
      title={<bdi dir="ltr">{id}</bdi>}
      marks={row && <Chip variant={suspends ? 'good' : 'danger'}>{t(`listing.${row.listing}`)}</Chip>}
      onClose={onClose}
      actions={
        (changes || lists) && (
          <>
            {changes && (
              <Button variant={suspends ? 'danger' : 'primary'} onClick={() => setDialog('suspend')}>
                {suspends ? t('suspend') : t('allow')}
              </Button>
            )}
            {lists && (
              <Button variant="secondary" onClick={() => setDialog('listing')}>
                {row.listing === 'delisted' ? t('relist') : t('delist')}
              </Button>
            )}
          </>
        )
      }
    >
      {row && (
        <Part title={t('health')}>
          <Facts
            items={[
              [t('column.age'), row.ageMs !== null && durationText(row.ageMs, tag)],
              [t('column.feedKind'), feedKindText(row.feedKind)],
              [t('column.session'), row.open ? t('open') : t('closed')],
              [t('column.reason'), row.reason && <bdi>{reasonWord(row.reason)}</bdi>],
            ]}
          />
        </Part>
      )}
      {dialog === 'suspend' && row && (
        <SuspendDialog code={id} suspends={suspends} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'listing' && row && (
        <ListingForm
          code={id}
          state={row.listing === 'delisted' ? 'listed' : 'delisted'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </CaseFrame>
  )
}

type SuspendProps = { code: string; suspends: boolean; onClose: () => void }

function SuspendDialog({ code, suspends, onClose }: SuspendProps) {
  const t = useTranslations('risk')
  const queries = useQueryClient()
  const reasons = suspends ? suspendReasons : resumeReasons
  const [reasonCode, setReasonCode] = useDraftOf<(typeof suspendReasons)[number] | (typeof resumeReasons)[number]>(
    'suspend',
    reasons[0],
  )
  const [note, setNote] = useDraftOf('suspend note', '')
  const stop = suspends && note.trim() !== '' ? { note: note.trim() } : {}
  return (
    <DecisionDialog
      title={suspends ? t('suspendTitle', { code }) : t('allowTitle', { code })}
      effect={suspends ? t('effect.suspend') : t('effect.allow')}
      button={suspends ? t('suspend') : t('allow')}
      danger={suspends}
      submit={(reason) =>
        call(suspendInstrument, { code, suspended: suspends, reasonCode, reason, ...stop }).finally(() =>
          queries.invalidateQueries(),
        )
      }
      onClose={onClose}
    >
      {() => (
        <>
          <Select
            label={t('reasonCode')}
            value={reasonCode}
            options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
            onChange={({ target }) => setReasonCode(target.value as typeof reasonCode)}
          />
          {suspends && (
            <TextField
              label={t('note')}
              hint={t('noteHint')}
              value={note}
              maxLength={200}
              onChange={({ target }) => setNote(target.value)}
              dir="auto"
            />
          )}
        </>
      )}
    </DecisionDialog>
  )
}
