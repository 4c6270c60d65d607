import type { ConsoleResale } from '@evenhand/protocol/collectibles-console.ts'
import type { ResaleOfferStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { useResales } from './collectibles-query.ts'
import { WorkPicture } from './work-picture.tsx'

const marks = {
  OPEN: { variant: 'accent' },
  SOLD: { variant: 'good' },
  WITHDRAWN: {},
} as const satisfies Record<ResaleOfferStatus, object>

/** What owners offered again and what became of it, to be read alone; nothing where resale is off and never was on. */
export function ResalesCard() {
  const t = useTranslations('collectibles')
  const { data } = useResales()
  if (data === undefined || (!data.isOn && data.rows.length === 0)) return null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="resales" className="text-18 font-700">
          {t('resales.title')}
        </h2>
        <Chip variant={data.isOn ? 'good' : 'plain'}>{t(data.isOn ? 'resales.on' : 'resales.off')}</Chip>
        <p className="text-13 text-fg2">
          {t('resales.sum', {
            count: data.resales,
            volume: formatAmount(data.volume, 2),
            royalties: formatAmount(data.royalties, 2),
          })}
        </p>
      </div>
      <Card className="overflow-hidden">
        {data.rows.length === 0 ? <EmptyState title={t('resales.none')} /> : <Rows rows={data.rows} />}
      </Card>
    </div>
  )
}

function Rows({ rows }: { rows: readonly ConsoleResale[] }) {
  const t = useTranslations('collectibles')
  const columns = ['seller', 'price', 'royalty', 'proceeds', 'offered', 'ended', 'order'] as const
  const money = (text: string) => <Figure key={text}>{formatAmount(text, 2)}</Figure>
  return (
    <PlainTable
      label={t('resales.title')}
      heads={[t('column.work'), t('column.status'), ...columns.map((name) => t(`resales.column.${name}`))]}
      ends={[3, 4, 5]}
      rows={rows.map((row) => [
        <span key="work" className="flex items-center gap-3 py-1.5">
          <WorkPicture work={row} className="size-10 rounded-chip" />
          <span className="flex flex-col">
            <bdi className="font-600">{row.title}</bdi>
            <bdi className="text-12 text-fg2">{row.charity}</bdi>
          </span>
        </span>,
        <Chip key="status" {...marks[row.status]}>
          {t(`resales.status.${row.status}`)}
        </Chip>,
        <Figure key="seller">{`T${row.seller}`}</Figure>,
        money(row.price),
        money(row.royalty),
        money(row.proceeds),
        <When key="offered" ms={row.offeredAt} />,
        row.endedAt === null ? '' : <When key="ended" ms={row.endedAt} />,
        row.orderNo === null ? '' : <Figure key="order">{row.orderNo}</Figure>,
      ])}
    />
  )
}
