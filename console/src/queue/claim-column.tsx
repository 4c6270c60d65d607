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

/** The columns of a queue with one more: who works on each case at this moment. */
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
      width: 7.5,
      min: 4.8,
      card: 'line',
      by: (row) => nameOf(row) || undefined,
      cell: (row) => {
        const name = nameOf(row)
        if (name === '') return '—'
        return (
          <Chip
            variant={claimed.get(idOf(row))?.own === true ? 'accent' : 'warn'}
            icon="user"
            className="max-w-full align-middle [&>svg]:shrink-0"
          >
            <span title={name} className="truncate">
              {name}
            </span>
          </Chip>
        )
      },
    }
    return withClaim(columns, column, ({ id }) => id)
    // oxlint-disable-next-line react/exhaustive-deps -- `idOf` is written anew at every render and never differs
  }, [columns, claimed, on, t])
  if (!on) return { columns, presets }
  return {
    columns: more,
    presets: presets.map((preset) => ({ ...preset, columns: withClaim(preset.columns, 'claim', (id) => id) })),
  }
}

/** Puts the claim behind the clock, which stays in sight beside an open case; behind the first where there is no clock. */
function withClaim<One>(all: readonly One[], claim: One, idOf: (one: One) => string): One[] {
  const at = Math.max(
    0,
    all.findIndex((one) => idOf(one) === 'due'),
  )
  return all.toSpliced(at + 1, 0, claim)
}
