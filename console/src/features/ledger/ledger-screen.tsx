import { sealedLedger, verifyLedger } from '@evenhand/protocol/operator-checks.ts'
import { exploreLedger } from '@evenhand/protocol/operator-result.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ExportButton } from '../../exports/export-button.tsx'
import { call } from '../../lib/call.ts'
import { useEntryText } from '../../lib/finding-texts.ts'
import { useMay } from '../../lib/session.ts'
import { maxRows } from '../../lib/use-page.ts'
import { FilterText } from '../../queue/filter-text.tsx'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { amountColumn, signColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { SaveSealedLedger } from './save-sealed-ledger.tsx'
import { VerifyLedger } from './verify-ledger.tsx'

export type LedgerSearch = TableSearch & {
  account?: string | undefined
  kind?: string | undefined
  /** What the palette searches for: an account, or an id in the reference. */
  q?: string | undefined
}
type Line = {
  key: string
  seq: string
  at: number
  kind: string
  ref: string
  account: string
  asset: string
  amount: string
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function useColumns(): readonly Column<Line>[] {
  const t = useTranslations('ledger')
  const entryText = useEntryText()
  return useMemo(
    () => [
      wordColumn({ id: 'seq', title: t('column.seq'), width: 7, card: 'title' }, (row) => row.seq),
      whenColumn({ id: 'at', title: t('column.at'), width: 12, card: 'aside' }, (row) => row.at, true),
      wordColumn(
        { id: 'kind', title: t('column.kind'), width: 13, card: 'line' },
        (row) => row.kind,
        (row) => <span title={row.kind}>{entryText(row.kind)}</span>,
      ),
      wordColumn({ id: 'account', title: t('column.account'), width: 14, card: 'line' }, (row) => row.account),
      amountColumn({ id: 'amount', title: t('column.amount'), width: 13, card: 'line' }, (row) => ({
        text: row.amount,
        asset: row.asset,
      })),
      signColumn({ id: 'ref', title: t('column.ref'), width: 11 }, (row) => row.ref),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the text of a kind follows the texts
    [t],
  )
}

/** Every line of every entry, newest first: what moved, from where, to where, and because of what. */
export function LedgerScreen({ search, onSearch }: { search: LedgerSearch; onSearch: (change: LedgerSearch) => void }) {
  const t = useTranslations('ledger')
  const may = useMay()
  const columns = useColumns()
  const { q = '', account = q !== '' && !uuid.test(q) ? q : undefined, kind } = search
  const request = {
    ...(account === undefined ? {} : { account }),
    ...(kind === undefined ? {} : { kind }),
    ...(uuid.test(q) ? { ref: q } : {}),
  }
  const query = useInfiniteQuery({
    queryKey: [exploreLedger.path, request],
    queryFn: ({ pageParam, signal }) =>
      call(exploreLedger, { ...request, size: maxRows, ...(pageParam === '' ? {} : { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const lines = useMemo(
    () =>
      query.data?.pages.flatMap(({ rows }) =>
        rows.flatMap(({ lines: own, ...entry }) =>
          own.map((line, at) => ({ key: `${entry.seq}.${at}`, ...entry, ...line })),
        ),
      ),
    [query.data],
  )
  return (
    <QueueScreen
      label={t('title')}
      rows={{ ...query, data: lines }}
      columns={columns}
      idOf={({ key }) => key}
      search={search}
      onSearch={onSearch}
      empty={t('none')}
      file="ledger"
      filters={
        <>
          <FilterText
            label={t('filter.account')}
            value={account}
            onChange={(text) => onSearch({ account: text, q: undefined })}
            width={11}
          />
          <FilterText label={t('filter.kind')} value={kind} onChange={(text) => onSearch({ kind: text })} width={9} />
          <FilterText
            label={t('filter.ref')}
            value={uuid.test(q) ? q : ''}
            onChange={(text) => onSearch({ q: text })}
            width={9}
          />
          {query.hasNextPage && (
            <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('older')}
            </Button>
          )}
          {may(verifyLedger) && <VerifyLedger />}
          {/* Both give files: where the line is short they go to the next one together. */}
          <span className="inline-flex gap-2">
            {may(sealedLedger) && <SaveSealedLedger />}
            <ExportButton what="ledger" />
          </span>
        </>
      }
    />
  )
}
