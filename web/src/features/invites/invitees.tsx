import type { Invitee } from '@evenhand/protocol/invites.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useInvitees } from './invites-query.ts'
import { listText } from './list-text.ts'
import { useDay } from './use-day.ts'

const variants = {
  EARNING: 'good',
  WAITING: 'warn',
  HELD: 'warn',
  REFUSED: 'danger',
  CLOSED: 'plain',
  ENDED: 'plain',
} as const

/** Whom the customer invited: a table, and on a phone a list. */
export function Invitees() {
  const t = useTranslations('invites')
  const common = useTranslations('common')
  const isWide = useLayout() === 'desktop'
  const { data, isError, refetch } = useInvitees()
  return (
    <section aria-labelledby="invitees" className="flex flex-col gap-3">
      <h2 id="invitees" className="text-18 font-700">
        {t('table.title')}
      </h2>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-40 rounded-card" />}
      {data?.rows.length === 0 && (
        <Card>
          <EmptyState icon="user" title={t('table.none')} />
        </Card>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Card className={isWide ? 'overflow-x-auto' : ''}>
          {isWide ? <Table rows={data.rows} /> : <List rows={data.rows} />}
        </Card>
      )}
    </section>
  )
}

type Rows = { rows: readonly Invitee[] }
const keyOf = ({ name, joinedAt }: Invitee): string => `${joinedAt} ${name}`

function Table({ rows }: Rows) {
  const t = useTranslations('invites')
  const day = useDay()
  const columns = ['name', 'joined', 'verified', 'fees30d', 'share', 'status'] as const
  return (
    <table className="w-full text-14">
      <thead>
        <tr className="text-13 text-fg2">
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={`px-4 py-2.5 font-500 ${column === 'fees30d' || column === 'share' ? 'text-end' : 'text-start'}`}
            >
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <td className="px-4 py-3 font-600">
              <bdi>{row.name}</bdi>
            </td>
            <td className="px-4 py-3">
              <bdi>{day(row.joinedAt)}</bdi>
            </td>
            <td className="px-4 py-3">{t(row.verified ? 'table.yes' : 'table.no')}</td>
            <td className="px-4 py-3 text-end">
              <Amount text={row.fees30d} />
            </td>
            <td className="px-4 py-3 text-end font-600">
              <Amount text={row.share} />
            </td>
            <td className="max-w-80 px-4 py-3">
              <Status row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function List({ rows }: Rows) {
  const t = useTranslations('invites')
  const day = useDay()
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={keyOf(row)} className="flex flex-col gap-1 px-4 py-3 text-14">
          <div className="flex items-baseline justify-between gap-3">
            <bdi className="font-600">{row.name}</bdi>
            <span>
              {t('table.share')} <Amount text={row.share} className="font-600" />
            </span>
          </div>
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-fg2">
            <span>
              {t('table.joined')} <bdi>{day(row.joinedAt)}</bdi>
            </span>
            <span>
              {t('table.fees30d')} <Amount text={row.fees30d} />
            </span>
          </p>
          <p className="text-13 text-fg2">
            {t('table.verified')}: {t(row.verified ? 'table.yes' : 'table.no')}
          </p>
          <Status row={row} />
        </li>
      ))}
    </ul>
  )
}

/** The state, until when fees count, and of what is held why. */
function Status({ row: { status, rewardUntil, review } }: { row: Invitee }) {
  const t = useTranslations('invites')
  const day = useDay()
  const when = useWhen()
  const { tag } = languageOf(useLang())
  return (
    <div className="flex flex-col items-start gap-1">
      <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
      {(status === 'EARNING' || status === 'WAITING') && (
        <span className="text-13 text-fg2">{t('table.until', { day: day(rewardUntil) })}</span>
      )}
      {status === 'HELD' && review && (
        <span className="text-13 text-fg2">
          {t('review.signals', {
            signals: listText(
              tag,
              review.signals.map((signal) => t(`signal.${signal}`)),
            ),
            time: when(review.dueAt),
          })}
        </span>
      )}
      {review?.reason != null && (
        <span className="text-13 break-words text-fg2">{t('review.reason', { reason: isolated(review.reason) })}</span>
      )}
    </div>
  )
}
