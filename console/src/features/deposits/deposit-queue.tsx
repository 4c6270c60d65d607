import { depositRisks } from '@evenhand/protocol/case-filters.ts'
import {
  creditDeposit,
  depositQueue,
  recordDeposit,
  rejectDeposit,
  type SeenDeposit,
} from '@evenhand/protocol/deposits-console.ts'
import { depositStatuses } from '@evenhand/protocol/states.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay, useOperator } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { BulkRejectDeposits } from './bulk-reject-deposits.tsx'
import { approvalsDiffer } from './credit-payload.ts'
import { DepositCase } from './deposit-case.tsx'
import { useDepositColumns } from './deposit-columns.tsx'
import { isWaiting } from './deposit-words.tsx'
import { RecordDialog } from './record-dialog.tsx'

const others = ['ALL', ...depositStatuses] as const
export type DepositSearch = TableSearch & { status?: (typeof others)[number] | 'WAITING' | undefined }

type QueueProps = { search: DepositSearch; onSearch: (change: DepositSearch) => void }

/** Deposits, those that wait first and the most urgent on top; beside them the one that is open. */
export function DepositQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('deposits')
  const columns = useDepositColumns()
  const { status } = search
  const rows = usePage(depositQueue, {
    ...(status === 'ALL' ? {} : { status: status ?? 'WAITING' }),
    ...caseRequest(search, depositRisks),
  })
  const may = useMay()
  const me = useOperator()?.operator.id
  // An operator who has approved it, or marked it as returned, is done with it: the next one is awaited and not held back. Where
  // a colleague's approval is over other values it is both operators' again.
  const hasSpoken = (row: SeenDeposit) =>
    !approvalsDiffer(row) && [...row.approvals, ...row.returns].some(({ operatorId }) => operatorId === me)
  const [recording, setRecording] = useState(false)
  return (
    <>
      <QueueScreen
        label={t('title')}
        rows={rows}
        columns={columns}
        presets={[
          {
            value: 'review',
            title: t('preset.review'),
            columns: ['orderNo', 'status', 'due', 'amount', 'value', 'customer', 'approvals'],
          },
          {
            value: 'chain',
            title: t('preset.chain'),
            columns: ['orderNo', 'method', 'amount', 'txHash', 'last6', 'createdAt'],
          },
        ]}
        idOf={({ id }) => id}
        narrows={{ risks: depositRisks, worth: true }}
        search={search}
        onSearch={onSearch}
        empty={status === undefined ? t('emptyWaiting') : t('empty')}
        file="deposits"
        filters={
          <>
            <FilterSelect
              label={t('column.status')}
              usual="WAITING"
              others={others}
              value={status}
              word={(value) => t(`status.${value}`)}
              onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
            />
            {may(recordDeposit) && (
              <Button variant="secondary" size="small" onClick={() => setRecording(true)}>
                {t('record.open')}
              </Button>
            )}
          </>
        }
        Case={DepositCase}
        course="deposit"
        Bulk={may(rejectDeposit) ? BulkRejectDeposits : undefined}
        work={{ noun: 'deposit', waits: (row) => isWaiting(row.status) && !hasSpoken(row), decides: creditDeposit }}
      />
      {recording && <RecordDialog onRecorded={(id) => onSearch({ id })} onClose={() => setRecording(false)} />}
    </>
  )
}
