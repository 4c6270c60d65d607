import { customerRisks } from '@evenhand/protocol/case-filters.ts'
import { decideInvite, inviteQueue, type QueuedInvite } from '@evenhand/protocol/invites-console.ts'
import { inviteReviewStatuses, type InviteReviewStatus } from '@evenhand/protocol/states.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { amountColumn, dueColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { BulkDecideInvites } from './bulk-decide-invites.tsx'
import { InviteCase } from './invite-case.tsx'
import { InviteStatusChip } from './invite-words.tsx'

const others = ['ALL', ...inviteReviewStatuses.filter((one) => one !== 'OPEN')] as const
export type InviteSearch = TableSearch & { status?: InviteReviewStatus | 'ALL' | undefined }

function useColumns(): readonly Column<QueuedInvite>[] {
  const t = useTranslations('invites')
  return useMemo(
    () => [
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 10, keep: true, card: 'title' },
        (row) => row.username,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 9, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <InviteStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        row.status === 'OPEN' ? row.dueAt : undefined,
      ),
      wordColumn({ id: 'invited', title: t('column.invited'), width: 10, card: 'line' }, (row) => row.invitee.username),
      wordColumn({ id: 'signals', title: t('column.signals'), width: 12, min: 6, card: 'line' }, (row) =>
        row.signals.map((signal) => t(`signal.${signal}`)).join(' · '),
      ),
      amountColumn({ id: 'held', title: t('column.held'), width: 9, min: 8.5, card: 'line' }, (row) => ({
        text: row.held,
        asset: 'USDT',
      })),
      amountColumn({ id: 'fees', title: t('column.fees'), width: 9 }, (row) => ({ text: row.fees, asset: 'USDT' })),
      whenColumn({ id: 'openedAt', title: t('column.openedAt'), width: 10 }, (row) => row.openedAt),
    ],
    [t],
  )
}

type QueueProps = { search: InviteSearch; onSearch: (change: InviteSearch) => void }

/** Held invite rewards, those due first on top; beside them the one that is open. */
export function InviteQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('invites')
  const may = useMay()
  const columns = useColumns()
  const { status } = search
  const rows = usePage(inviteQueue, {
    ...(status === undefined ? {} : { status }),
    ...caseRequest(search, customerRisks),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        {
          value: 'review',
          title: t('preset.review'),
          columns: ['customer', 'status', 'due', 'invited', 'signals', 'held'],
        },
      ]}
      idOf={({ id }) => id}
      narrows={{ risks: customerRisks }}
      search={search}
      onSearch={onSearch}
      empty={status === undefined ? t('emptyWaiting') : t('empty')}
      file="invites"
      filters={
        <FilterSelect
          label={t('column.status')}
          usual="OPEN"
          others={others}
          value={status === 'OPEN' ? undefined : status}
          word={(value) => t(`status.${value}`)}
          onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
        />
      }
      Case={InviteCase}
      course="invite"
      Bulk={may(decideInvite) ? BulkDecideInvites : undefined}
      bulkLabel={(count) => t('bulk.open', { count })}
      work={{ noun: 'invite', waits: (row) => row.status === 'OPEN', decides: decideInvite }}
    />
  )
}
