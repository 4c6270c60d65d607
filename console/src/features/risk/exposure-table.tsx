import { exposure } from '@evenhand/protocol/operator-result.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { QueueScreen } from '../../queue/queue-screen.tsx'
import { amountColumn, countColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { ExposureSum } from './exposure-sum.tsx'
import type { RiskProps } from './risk-screen.tsx'

type Row = z.output<typeof exposure.result>[number]

function useColumns(): readonly Column<Row>[] {
  const t = useTranslations('risk')
  return useMemo(() => {
    const money = (id: 'stakeUp' | 'stakeDown' | 'payoutUp' | 'payoutDown') =>
      amountColumn<Row>({ id, title: t(`column.${id}`), width: 12, card: 'line' }, (row) => ({
        text: row[id],
        asset: 'USDT',
      }))
    return [
      wordColumn({ id: 'code', title: t('column.code'), width: 9, card: 'title' }, (row) => row.code),
      countColumn({ id: 'open', title: t('column.open'), width: 8, card: 'aside' }, (row) => row.open),
      money('stakeUp'),
      money('payoutUp'),
      money('stakeDown'),
      money('payoutDown'),
    ]
  }, [t])
}

/** Open stakes and what the house would pay, by instrument and side. */
export function ExposureTable({ search, onSearch }: RiskProps) {
  const t = useTranslations('risk')
  const columns = useColumns()
  const mode = search.mode ?? 'real'
  const query = useQuery({
    queryKey: [exposure.path, mode],
    queryFn: ({ signal }) => call(exposure, { mode }, signal),
    refetchInterval: freshMs,
  })
  return (
    <QueueScreen
      label={t('tab.exposure')}
      rows={query}
      columns={columns}
      idOf={({ code }) => code}
      search={search}
      onSearch={onSearch}
      empty={t('noExposure')}
      file={`exposure-${mode}`}
      filters={
        <>
          <FilterSelect
            label={t('mode')}
            usual="real"
            others={['virtual'] as const}
            value={search.mode === 'virtual' ? 'virtual' : undefined}
            word={t}
            onChoose={(chosen) => onSearch({ mode: chosen })}
          />
          <ExposureSum mode={mode} />
        </>
      }
    />
  )
}
