import type { CharityPayout, CharitySale, getCharity } from '@evenhand/protocol/charities.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { BarTitle } from '../../layout/bar-slot.tsx'
import { Row } from '../../lib/figure-row.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usdtUnits } from '../../lib/usdt.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useWhen } from '../../lib/use-when.ts'
import { Dot } from '../../lib/dot.tsx'
import { useCharity } from './collectibles-query.ts'
import { useRegionName } from './region-name.ts'
import { Copied } from './copied.tsx'
import { WorkImage } from './work-parts.tsx'

type Charity = z.output<typeof getCharity.result>

/** A charity: who it is, what it received, and every price from its buyer to the receipt. */
export function CharityPage({ id }: { id: string }) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { data, isError, error, refetch } = useCharity(id)
  useTitle(data?.name ?? t('title'))
  return (
    <div className="mx-auto flex max-w-content flex-col gap-4 px-gutter py-4 desktop:py-6">
      <BarTitle title={t('title')} />
      <Link to="/nfts" className={`${buttonClass('quiet', 'small')} -ms-3 self-start mobile:hidden`}>
        <Icon name="back" size={16} />
        {t('detail.back')}
      </Link>
      {!data && isError && (
        <ErrorState
          title={isRefused(error, 'notFound') ? problemText(error) : common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-120 rounded-card" />}
      {data && (
        <>
          <About charity={data} />
          <Sales rows={data.sold} />
          <Payouts rows={data.payouts} />
        </>
      )}
    </div>
  )
}

const figures = ['received', 'paid', 'waiting'] as const

function About({ charity }: { charity: Charity }) {
  const t = useTranslations('collectibles')
  const { amount } = useLocalNumber()
  const when = useWhen()
  const regionName = useRegionName()
  return (
    <>
      <div>
        <h1 className="text-24 font-700 text-balance desktop:text-28">{charity.name}</h1>
        <p className="mt-2 max-w-text text-15 text-fg2">{charity.cause}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card bg-ink p-5 text-ink-fg ring-1 ring-line desktop:grid-cols-4">
        {figures.map((name) => (
          <div key={name}>
            <dt className="text-13 opacity-80">{t(`charity.${name}`)}</dt>
            <dd className="text-18 font-700 desktop:text-24">
              <Amount text={charity[name]} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-13 opacity-80">{t('charity.sales')}</dt>
          <dd className="text-18 font-700 desktop:text-24">
            <Figure>{String(charity.sales)}</Figure>
          </dd>
        </div>
      </dl>
      {/* Sentences that stand apart: not every language puts a space between two. */}
      <div className="flex flex-col items-start gap-1 text-13 text-fg2">
        <p>{t('charity.rule')}</p>
        {charity.resales > 0 && (
          <p>{t('resale.royalties', { count: charity.resales, amount: amount(charity.royalties, 'USDT') })}</p>
        )}
        <p>{t('charity.asOf', { time: when(charity.at) })}</p>
        {usdtUnits(charity.overdue) > 0n && (
          <Chip variant="danger" icon="warning">
            {t('charity.overdue')} <Amount text={charity.overdue} />
          </Chip>
        )}
      </div>
      <Card className="p-5">
        <dl className="grid gap-x-10 gap-y-1.5 text-13 desktop:grid-cols-2">
          <Row name={t('charity.number')}>
            <Figure>{charity.registrationNumber}</Figure>
          </Row>
          <Row name={t('charity.country')}>{regionName(charity.country)}</Row>
          <Row name={t('charity.agreement')}>
            <Figure>{charity.agreementId}</Figure>
          </Row>
          <Row name={t('charity.share')}>
            <Figure>{`${charity.share.replace(/\.0+$/, '')}%`}</Figure>
          </Row>
          {charity.website !== null && (
            <Row name={t('charity.website')}>
              <a href={charity.website} target="_blank" rel="noreferrer" dir="ltr" className="text-accent-text">
                {charity.website.replace('https://', '')}
              </a>
            </Row>
          )}
        </dl>
      </Card>
    </>
  )
}

function Sales({ rows }: { rows: readonly CharitySale[] }) {
  const t = useTranslations('collectibles')
  return (
    <Card>
      <h2 className="px-5 pt-4 text-18 font-700">{t('charity.soldTitle')}</h2>
      {rows.length === 0 ? (
        <EmptyState icon="star" title={t('charity.noSales')} />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((sale) => (
            <SaleRow key={`${sale.nftId} ${sale.transfer}`} sale={sale} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** One price: the work it was paid for, its entry in the ledger, and whether the charity has it. */
function SaleRow({ sale }: { sale: CharitySale }) {
  const t = useTranslations('collectibles')
  const { amount } = useLocalNumber()
  const when = useWhen()
  return (
    <li className="flex gap-3 px-5 py-3 text-13">
      <WorkImage work={sale} className="size-16 shrink-0 rounded-control" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link to="/nfts" search={{ id: sale.nftId }} className="text-15 font-600 text-fg">
            {sale.title}
          </Link>
          <Amount text={sale.donated} className="text-15 font-700" />
        </div>
        <p className="flex flex-wrap justify-between gap-x-3 gap-y-1 text-fg2">
          <span>
            <bdi>{when(sale.soldAt)}</bdi>
            <Dot />
            <span className="inline-block">{t('charity.entry', { no: sale.entry })}</span>
            {sale.origin === 'RESALE' && (
              <>
                <Dot />
                {t('resale.royaltyOf', { amount: amount(sale.price, 'USDT') })}
              </>
            )}
          </span>
          <PayoutState sale={sale} />
        </p>
      </div>
    </li>
  )
}

/** Words and a time are longer than what a phone leaves beside the picture. */
const onPhones = 'mobile:whitespace-normal!'

function PayoutState({ sale: { paidAt, dueAt, isOverdue } }: { sale: CharitySale }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  if (paidAt !== null)
    return (
      <Chip variant="good" icon="check" className={onPhones}>
        {t('charity.paidOn', { time: when(paidAt) })}
      </Chip>
    )
  return isOverdue ? (
    <Chip variant="danger" icon="warning" className={onPhones}>
      {t('charity.overdueSince', { time: when(dueAt) })}
    </Chip>
  ) : (
    <Chip icon="clock" className={onPhones}>
      {t('charity.due', { time: when(dueAt) })}
    </Chip>
  )
}

function Payouts({ rows }: { rows: readonly CharityPayout[] }) {
  const t = useTranslations('collectibles')
  return (
    <Card>
      <h2 className="px-5 pt-4 text-18 font-700">{t('charity.payoutsTitle')}</h2>
      {rows.length === 0 ? (
        <EmptyState icon="document" title={t('charity.noPayouts')} />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** One payment with its proof: reference, the charity's receipt and the hash of its document. */
function PayoutRow({ payout }: { payout: CharityPayout }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  const { proof } = payout
  return (
    <li className="flex flex-col gap-1 px-5 py-3 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Amount text={payout.amount} className="text-15 font-700" />
        <Chip variant={payout.status === 'PAID' ? 'good' : 'plain'}>{t(`payoutStatus.${payout.status}`)}</Chip>
      </div>
      <p className="text-fg2">
        <bdi>{when(payout.paidAt ?? payout.preparedAt)}</bdi>
        {payout.entry !== null && (
          <>
            <Dot />
            {t('charity.entry', { no: payout.entry })}
          </>
        )}
      </p>
      {proof && (
        <dl className="flex flex-col gap-1">
          <Row name={t('charity.reference')}>
            <Figure className="break-all">{proof.reference}</Figure>
          </Row>
          <Row name={t('charity.receipt')}>
            <Figure>{proof.receiptNo}</Figure>
          </Row>
        </dl>
      )}
      {proof && <Copied name={t('charity.receiptHash')} text={proof.receiptHash} />}
    </li>
  )
}
