import { operatorList } from '@evenhand/protocol/operator-requests.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { countColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'

type Row = z.output<typeof operatorList.result>[number]
const variants = { INVITED: 'warn', ACTIVE: 'good', ENDED: 'plain' } as const

function useColumns(): readonly Column<Row>[] {
  const t = useTranslations('operators')
  const common = useTranslations('common')
  return useMemo(
    () => [
      wordColumn({ id: 'name', title: t('column.name'), width: 16, min: 10.5, card: 'title' }, (row) => row.name),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 7, card: 'aside' },
        (row) => row.status,
        (row) => <Chip variant={variants[row.status]}>{t(`status.${row.status}`)}</Chip>,
      ),
      wordColumn(
        { id: 'roles', title: t('column.roles'), width: 12, card: 'line' },
        (row) => row.roles.join(' '),
        (row) => (
          <span className="inline-flex gap-1">
            {row.roles.map((role) => (
              <Chip key={role} variant="accent">
                {common(`role.${role}`)}
              </Chip>
            ))}
          </span>
        ),
      ),
      countColumn({ id: 'passkeys', title: t('column.passkeys'), width: 8, card: 'line' }, (row) => row.passkeys),
      wordColumn({ id: 'otp', title: t('column.otp'), width: 13, min: 6 }, (row) =>
        row.otp ? common('yes') : common('no'),
      ),
      whenColumn(
        { id: 'lastSignIn', title: t('column.lastSignIn'), width: 12, card: 'line' },
        (row) => row.lastSignInAt,
      ),
      whenColumn({ id: 'absent', title: t('column.absent'), width: 11, card: 'line' }, (row) => row.absentUntil),
      wordColumn(
        { id: 'networks', title: t('column.networks'), width: 9 },
        (row) => row.networks.join(', ') || t('anywhere'),
      ),
      wordColumn({ id: 'sandbox', title: t('column.sandbox'), width: 9, card: 'line' }, (row) =>
        row.sandbox ? common('yes') : common('no'),
      ),
    ],
    [t, common],
  )
}

type OperatorTableProps = { search: TableSearch; onSearch: (change: TableSearch) => void; propose: ReactNode }

/** Every operator with roles and state. */
export function OperatorTable({ search, onSearch, propose }: OperatorTableProps) {
  const t = useTranslations('operators')
  const columns = useColumns()
  const query = useQuery({ queryKey: [operatorList.path], queryFn: ({ signal }) => call(operatorList, {}, signal) })
  return (
    <QueueScreen
      label={t('tab.people')}
      rows={query}
      columns={columns}
      idOf={({ id }) => id}
      search={search}
      onSearch={onSearch}
      empty={t('none')}
      file="operators"
      filters={propose}
    />
  )
}
