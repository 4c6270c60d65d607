import { fundResetReasons } from '@evenhand/protocol/fund-reset.ts'
import { decideFundReset, viewFundResetPicture, type QueuedFundReset } from '@evenhand/protocol/fund-reset-console.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ReasonedPicture } from '../../case/reasoned-picture.tsx'
import { CaseFrame } from '../../case/case-frame.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { call, callForFile } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import type { CaseProps } from '../../queue/queue-screen.tsx'
import { ResetStatusChip } from './reset-status.tsx'

type Reason = (typeof fundResetReasons)[number]

/** One lost fund password: the picture, what should be held up in it, and the form it is held against. */
export function ResetCase({ id, row, onClose }: CaseProps<QueuedFundReset>) {
  const t = useTranslations('fundreset')
  const may = useMay()
  const [dialog, setDialog] = useState<'accept' | 'refuse'>()
  const [opened, setOpened] = useState(false)
  const decides = row?.status === 'WAITING' && may(decideFundReset)
  const accept = useCallback(() => setDialog('accept'), [])
  const refuse = useCallback(() => setDialog('refuse'), [])
  useCaseActions({ approve: decides && opened ? accept : undefined, reject: decides ? refuse : undefined })
  return (
    <CaseFrame
      title={<bdi>{row?.username ?? t('title')}</bdi>}
      legalHold={row?.legalHold}
      marks={
        row && (
          <>
            <ResetStatusChip status={row.status} />
            {row.status === 'WAITING' && <DueClock dueAt={row.dueAt} />}
          </>
        )
      }
      onClose={onClose}
      actions={
        decides && (
          <>
            {!opened && (
              <p id="open-picture" className="w-full text-13 text-fg2">
                {t('openFirst')}
              </p>
            )}
            <Button disabled={!opened} aria-describedby={opened ? undefined : 'open-picture'} onClick={accept}>
              {t('accept')}
            </Button>
            <Button variant="secondary" onClick={refuse}>
              {t('refuse')}
            </Button>
          </>
        )
      }
    >
      {row ? <RequestedReset row={row} /> : <p className="text-13 text-fg2">{t('gone')}</p>}
      {may(viewFundResetPicture) ? (
        <Part title={t('picture')}>
          <ReasonedPicture
            label={t('picture')}
            button={t('open')}
            open={(reason) => callForFile(viewFundResetPicture, { id, reason })}
            onOpened={() => setOpened(true)}
          />
        </Part>
      ) : (
        <p className="text-13 text-fg2">{t('closed')}</p>
      )}
      {dialog !== undefined && <Deciding id={id} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </CaseFrame>
  )
}

function RequestedReset({ row }: { row: QueuedFundReset }) {
  const t = useTranslations('fundreset')
  return (
    <Part title={t('part')}>
      <Facts
        items={[
          [
            t('number'),
            <bdi key="number" className="text-20 font-700">
              {row.number}
            </bdi>,
          ],
          [t('column.askedAt'), <When key="at" ms={row.askedAt} seconds />],
          [t('column.decidedAt'), row.decidedAt !== null && <When ms={row.decidedAt} seconds />],
          [t('reasonCode'), row.reasonCode !== null && t(`reason.${row.reasonCode}`)],
        ]}
      />
      <p className="mt-3 text-13 text-fg2">{t('compare')}</p>
      <Link
        to="/identity"
        search={{ id: row.identificationId, status: 'VERIFIED' }}
        className={`${buttonClass('secondary', 'small')} mt-2`}
      >
        {t('toIdentity')}
      </Link>
    </Part>
  )
}

type DecidingProps = { id: string; dialog: 'accept' | 'refuse'; onClose: () => void }

function Deciding({ id, dialog, onClose }: DecidingProps) {
  const t = useTranslations('fundreset')
  const client = useQueryClient()
  const [code, setCode] = useState<Reason | ''>('')
  const refuses = dialog === 'refuse'
  return (
    <DecisionDialog
      title={t(refuses ? 'refuseTitle' : 'acceptTitle')}
      effect={t(refuses ? 'refuseEffect' : 'acceptEffect')}
      button={t(dialog)}
      danger={refuses}
      complete={!refuses || code !== ''}
      submit={async (reason) => {
        await call(decideFundReset, {
          id,
          verdict: refuses ? 'REJECTED' : 'DONE',
          reason,
          ...(code === '' ? {} : { reasonCode: code }),
        })
        await client.invalidateQueries()
      }}
      onClose={onClose}
    >
      {(tried) =>
        refuses && (
          <Select
            label={t('reasonCode')}
            value={code}
            error={tried && code === '' && t('pickReason')}
            options={[
              { value: '', label: t('pickReason') },
              ...fundResetReasons.map((value) => ({ value, label: t(`reason.${value}`) })),
            ]}
            onChange={({ target }) => setCode(target.value as Reason | '')}
          />
        )
      }
    </DecisionDialog>
  )
}
