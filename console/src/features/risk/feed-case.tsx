import { listingReasons } from '@evenhand/protocol/markets.ts'
import { suspendInstrument } from '@evenhand/protocol/operator-house.ts'
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
import type { CaseProps } from '../../queue/queue-screen.tsx'
import type { Feed } from './feed-table.tsx'

/** One instrument: its price's health, and the stop of new orders on it, for everybody or for nobody. */
export function FeedCase({ id, row, onClose }: CaseProps<Feed>) {
  const t = useTranslations('risk')
  const tag = useTag()
  const may = useMay()
  const [asked, setAsked] = useState(false)
  const changes = row && row.listing !== 'delisted' && may(suspendInstrument)
  const suspends = row?.listing === 'listed'
  return (
    <CaseFrame
      title={<bdi dir="ltr">{id}</bdi>}
      marks={row && <Chip look={suspends ? 'good' : 'danger'}>{t(`listing.${row.listing}`)}</Chip>}
      onClose={onClose}
      actions={
        changes && (
          <Button look={suspends ? 'danger' : 'primary'} onClick={() => setAsked(true)}>
            {suspends ? t('suspend') : t('allow')}
          </Button>
        )
      }
    >
      {row && (
        <Part title={t('health')}>
          <Facts
            items={[
              [t('column.age'), row.ageMs !== null && durationText(row.ageMs, tag)],
              [t('column.feedKind'), row.feedKind],
              [t('column.session'), row.open ? t('open') : t('closed')],
              [t('column.reason'), row.reason && <bdi>{row.reason}</bdi>],
            ]}
          />
        </Part>
      )}
      {asked && row && <SuspendDialog code={id} suspends={suspends} onClose={() => setAsked(false)} />}
    </CaseFrame>
  )
}

type SuspendProps = { code: string; suspends: boolean; onClose: () => void }

function SuspendDialog({ code, suspends, onClose }: SuspendProps) {
  const t = useTranslations('risk')
  const queries = useQueryClient()
  const [reasonCode, setReasonCode] = useState<(typeof listingReasons)[number]>(listingReasons[0])
  const [note, setNote] = useState('')
  const stop = suspends ? { reasonCode, ...(note.trim() === '' ? {} : { note: note.trim() }) } : {}
  return (
    <DecisionDialog
      title={suspends ? t('suspendTitle', { code }) : t('allowTitle', { code })}
      effect={suspends ? t('effect.suspend') : t('effect.allow')}
      button={suspends ? t('suspend') : t('allow')}
      danger={suspends}
      submit={(reason) =>
        call(suspendInstrument, { code, suspended: suspends, reason, ...stop }).finally(() =>
          queries.invalidateQueries(),
        )
      }
      onClose={onClose}
    >
      {() =>
        suspends && (
          <>
            <Select
              label={t('reasonCode')}
              value={reasonCode}
              options={listingReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
              onChange={({ target }) => setReasonCode(target.value as typeof reasonCode)}
            />
            <TextField
              label={t('note')}
              hint={t('noteHint')}
              value={note}
              maxLength={200}
              onChange={({ target }) => setNote(target.value)}
              dir="auto"
            />
          </>
        )
      }
    </DecisionDialog>
  )
}
