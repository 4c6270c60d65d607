import { Chip } from '@evenhand/ui/chip.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column, Preset } from '../table/columns.ts'

type ClaimColumnOf<Row> = {
  columns: readonly Column<Row>[]
  presets: readonly Preset[]
  claimed: ReadonlyMap<string, { operator: string; own: boolean }>
  idOf: (row: Row) => string
  /** Whether the queue's cases are claimed at all. */
  on: boolean
}

/** The columns of a queue with one more after the first: who works on each case at this moment. */
export function useClaimColumn<Row>({ columns, presets, claimed, idOf, on }: ClaimColumnOf<Row>) {
  const t = useTranslations('common')
  const more = useMemo(() => {
    if (!on) return columns
    const nameOf = (row: Row): string => {
      const claim = claimed.get(idOf(row))
      return claim === undefined ? '' : claim.own ? t('claim.you') : claim.operator
    }
    const column: Column<Row> = {
      id: 'claim',
      title: t('claim.column'),
      width: 12,
      card: 'line',
      by: (row) => nameOf(row) || undefined,
      cell: (row) => {
        const name = nameOf(row)
        if (name === '') return '—'
        return (
          <Chip look={claimed.get(idOf(row))?.own === true ? 'accent' : 'warn'} icon="user">
            {name}
          </Chip>
        )
      },
    }
    const [first, ...rest] = columns
    return first === undefined ? columns : [first, column, ...rest]
    // oxlint-disable-next-line react/exhaustive-deps -- `idOf` is written anew at every render and never differs
  }, [columns, claimed, on, t])
  if (!on) return { columns, presets }
  const withClaim = ([lead = '', ...others]: readonly string[]) => [lead, 'claim', ...others]
  return { columns: more, presets: presets.map((preset) => ({ ...preset, columns: withClaim(preset.columns) })) }
}
