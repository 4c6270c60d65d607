import { verifyAudit } from '@evenhand/protocol/operator-checks.ts'
import { auditLog, sealedAudit } from '@evenhand/protocol/operator-result.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ExportButton } from '../../exports/export-button.tsx'
import { useActionText, useReasonText } from '../../lib/action-text.ts'
import { useMay } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterText } from '../../queue/filter-text.tsx'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { AuditEntryCase } from './audit-entry-case.tsx'
import { SaveSealed } from './save-sealed.tsx'
import { VerifyAudit } from './verify-audit.tsx'

export type AuditEntry = z.output<typeof auditLog.result>['rows'][number]
export type AuditSearch = TableSearch & {
  operator?: string | undefined
  act?: string | undefined
  /** What the palette searches for: a subject. */
  q?: string | undefined
}

function useColumns(): readonly Column<AuditEntry>[] {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const actionText = useActionText()
  const reasonText = useReasonText()
  return useMemo(
    () => [
      wordColumn({ id: 'seq', title: t('column.seq'), width: 6, card: 'title' }, (row) => String(row.seq)),
      whenColumn({ id: 'at', title: t('column.at'), width: 12, card: 'aside' }, (row) => row.at, true),
      wordColumn({ id: 'operator', title: t('column.operator'), width: 11, card: 'line' }, (row) => row.operator),
      wordColumn(
        { id: 'act', title: t('column.act'), width: 15, card: 'line' },
        (row) => row.act,
        (row) => <span title={row.act}>{actionText(row.act)}</span>,
      ),
      wordColumn({ id: 'subject', title: t('column.subject'), width: 14 }, (row) => row.subject),
      wordColumn(
        { id: 'reason', title: t('column.reason'), width: 18, card: 'line' },
        (row) => row.reason,
        (row) => <bdi>{reasonText(row.reason)}</bdi>,
      ),
      wordColumn({ id: 'record', title: t('column.record'), width: 9 }, (row) =>
        row.record === null ? common('none') : String(row.record),
      ),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the text of an action follows the texts
    [t, common],
  )
}

/** The append-only record of what operators did. */
export function AuditScreen({ search, onSearch }: { search: AuditSearch; onSearch: (change: AuditSearch) => void }) {
  const t = useTranslations('audit')
  const may = useMay()
  const columns = useColumns()
  const { operator, act, q: subject } = search
  const rows = usePage(auditLog, {
    ...(operator === undefined ? {} : { operator }),
    ...(act === undefined ? {} : { act }),
    ...(subject === undefined ? {} : { subject }),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[{ value: 'brief', title: t('preset.brief'), columns: ['seq', 'at', 'operator', 'act', 'reason'] }]}
      idOf={({ seq }) => String(seq)}
      search={search}
      onSearch={onSearch}
      empty={t('none')}
      file="operator-acts"
      filters={
        <>
          <FilterText
            label={t('column.operator')}
            value={operator}
            onChange={(text) => onSearch({ operator: text })}
            width={11}
          />
          <FilterText label={t('column.act')} value={act} onChange={(text) => onSearch({ act: text })} width={11} />
          <FilterText label={t('column.subject')} value={subject} onChange={(text) => onSearch({ q: text })} />
          {may(verifyAudit) && <VerifyAudit />}
          {may(sealedAudit) && <SaveSealed />}
          <ExportButton what="audit" />
        </>
      }
      Case={AuditEntryCase}
    />
  )
}
