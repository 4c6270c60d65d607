import { useTranslations } from 'use-intl'
import type { Column, Preset } from '../table/columns.ts'
import type { Assigning } from './assignment.ts'

/** The columns of a queue with whose case each is, and a box to pick cases that are assigned together. */
export function useAssigneeColumns<Row>(
  columns: readonly Column<Row>[],
  { on, byId, picks, picked, pick }: Assigning,
  idOf: (row: Row) => string,
): readonly Column<Row>[] {
  const t = useTranslations('common')
  if (!on) return columns
  const assignee: Column<Row> = {
    id: 'assignee',
    title: t('assign.column'),
    width: 10,
    min: 5.5,
    keep: true,
    card: 'line',
    by: (row) => byId.get(idOf(row)),
    text: (row) => byId.get(idOf(row)) ?? '',
    cell: (row) => <bdi title={byId.get(idOf(row))}>{byId.get(idOf(row)) ?? '—'}</bdi>,
  }
  if (!picks) return [...columns, assignee]
  const box: Column<Row> = {
    id: 'pick',
    title: t('assign.pick'),
    width: 4,
    min: 2.75,
    keep: true,
    card: 'control',
    cell: (row) => {
      const id = idOf(row)
      return (
        <input
          type="checkbox"
          aria-label={t('assign.pickOne')}
          checked={picked.has(id)}
          onClick={(event) => event.stopPropagation()}
          onChange={({ target }) => pick(id, target.checked)}
          className="size-5"
        />
      )
    },
  }
  return [...columns, assignee, box]
}

/** Sets of columns with those two at their end. */
export const withAssignee = (presets: readonly Preset[], { on, picks }: Assigning): readonly Preset[] =>
  on
    ? presets.map((preset) => ({
        ...preset,
        columns: [...preset.columns, 'assignee', ...(picks ? ['pick'] : [])],
      }))
    : presets
