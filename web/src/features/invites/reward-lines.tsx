import { inviteRules, type RewardLine } from '@evenhand/protocol/invites.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useWhen } from '../../lib/use-when.ts'
import { pageSize, useRewardLines, type InviteInfo, type Side } from './invites-query.ts'
import { useDay } from './use-day.ts'

type Search = { side?: string | undefined; page?: string | undefined }

/** Each fee and how its reward was computed: what the customer earned, and what the inviter earned by the customer. */
export function RewardLines({ search, onSearch, info }: ScreenProps<Search> & { info: InviteInfo }) {
  const t = useTranslations('invites')
  const side: Side = info.inviter !== null && (search.side === 'given' || !info.offered) ? 'given' : 'earned'
  const page = /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  if (!info.offered && info.inviter === null) return null
  return (
    <section aria-labelledby="invite-lines" className="flex flex-col gap-3">
      <h2 id="invite-lines" className="text-18 font-700">
        {t('lines.title')}
      </h2>
      {info.inviter !== null && (
        <div className="flex flex-wrap gap-2">
          {(['earned', 'given'] as const).map((one) => (
            <ChoiceChip
              key={one}
              chosen={one === side}
              onChoose={() => onSearch({ side: one === 'earned' ? undefined : one, page: undefined })}
            >
              {t(`lines.${one}`)}
            </ChoiceChip>
          ))}
        </div>
      )}
      <Pages side={side} page={page} onPage={(next) => onSearch({ page: next === 1 ? undefined : String(next) })} />
    </section>
  )
}

function Pages({ side, page, onPage }: { side: Side; page: number; onPage: (page: number) => void }) {
  const t = useTranslations('invites')
  const orders = useTranslations('orders')
  const common = useTranslations('common')
  const { data, isError, refetch, isPlaceholderData } = useRewardLines(side, page)
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-40 rounded-card" />
  if (data.rows.length === 0)
    return (
      <Card>
        <EmptyState icon="list" title={t('lines.none')} />
      </Card>
    )
  const pages = Math.max(1, Math.ceil(data.total / pageSize))
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-4">
      <Card>
        <ul className="divide-y divide-line">
          {data.rows.map((line) => (
            <Line key={`${line.at} ${line.kind} ${line.fee}`} line={line} />
          ))}
        </ul>
      </Card>
      {pages > 1 && (
        <nav aria-label={orders('list.pages')} className="flex items-center justify-center gap-3">
          <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {orders('list.previous')}
          </Button>
          <span className="text-13 text-fg2">{orders('list.pageOf', { page, pages })}</span>
          <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {orders('list.next')}
          </Button>
        </nav>
      )}
    </div>
  )
}

const dotted = (first: string, second: string): ReactNode => (
  <>
    {first}
    <Dot />
    {second}
  </>
)

/** One fee, a tenth of it, and with which Monday it is paid. */
function Line({ line }: { line: RewardLine }) {
  const t = useTranslations('invites')
  const when = useWhen()
  const day = useDay()
  const { kind, fee, reward, off, status, payAt } = line
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="font-600">{t(`lines.${kind}`)}</span>{' '}
          {line.orderNo !== null ? <Figure className="text-fg2">{line.orderNo}</Figure> : <bdi>{line.name}</bdi>}
        </span>
        <span dir="ltr">
          <Amount text={fee} /> {off === null ? `× ${inviteRules.rewardPercent}% =` : '→'}{' '}
          <Amount text={reward} className="font-600" />
        </span>
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-13 text-fg2">
        <bdi>{when(line.at)}</bdi>
        <span className="ms-auto">
          {off === null && status !== null ? stateOf(status) : t(`lines.${off ?? 'REFUSED'}`)}
        </span>
      </p>
    </li>
  )

  function stateOf(state: NonNullable<RewardLine['status']>): ReactNode {
    if (state === 'VOIDED') return t('sums.voided')
    if (state === 'PAID') return dotted(t('sums.paid'), day(payAt))
    // What is held has no day until an operator has decided.
    if (state === 'HELD') return t('sums.held')
    return dotted(t('sums.accrued'), t('lines.pay', { day: day(payAt) }))
  }
}
