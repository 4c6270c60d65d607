import type { ContractRisk } from '@evenhand/protocol/contracts-console.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import { ShareBar } from '../../table/share-bar.tsx'
import { shareOf } from '../../table/share.ts'

type Exposed = Omit<ContractRisk['exposure'], 'instruments'>
type ExposureProps = Pick<ContractRisk, 'exposure' | 'limits' | 'version'>

const fills = { long: 'bg-accent', short: 'bg-fg2', waiting: 'bg-warn-line' } as const
const parts = ['long', 'short', 'waiting'] as const
const figure = (text: string) => <Figure>{formatAmount(text, 2)}</Figure>

/** What is open in all and on each instrument, drawn against what the house takes of it. */
export function ExposureCard({ exposure, limits, version }: ExposureProps) {
  const t = useTranslations('contracts')
  const { amount } = useLocalNumber()
  const { instruments } = exposure
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-col gap-3 p-4">
        <h2 className="text-16 font-700">{t('exposure.title')}</h2>
        <p className="text-13 text-fg2">
          {t('exposure.text', { version, instrument: amount(limits.instrument), total: amount(limits.total) })}
        </p>
        <Bar label={t('exposure.title')} exposed={exposure} limit={limits.total} />
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
          {parts.map((part) => (
            <div key={part} className="flex items-center gap-2">
              <span aria-hidden className={`size-2 rounded-full ${fills[part]}`} />
              <dt className="text-fg2">{t(`column.${part}`)}</dt>
              <dd className="font-600">{figure(exposure[part])}</dd>
            </div>
          ))}
          <div className="flex gap-2">
            <dt className="text-fg2">{t('column.net')}</dt>
            <dd className="font-600">{figure(exposure.net)}</dd>
          </div>
          <div className="flex gap-2">
            <dt className="text-fg2">{t('column.left')}</dt>
            <dd className="font-600">{figure(exposure.left)}</dd>
          </div>
        </dl>
      </div>
      {instruments.length === 0 ? (
        <EmptyState title={t('exposure.none')} />
      ) : (
        <PlainTable
          label={t('exposure.byInstrument')}
          heads={[
            t('column.code'),
            t('column.positions'),
            ...parts.map((part) => t(`column.${part}`)),
            t('column.net'),
            t('column.left'),
            t('column.used'),
          ]}
          ends={[1, 2, 3, 4, 5, 6]}
          rows={instruments.map((one) => [
            <bdi key="code" className="font-600">
              {one.code}
            </bdi>,
            one.positions,
            ...parts.map((part) => figure(one[part])),
            figure(one.net),
            figure(one.left),
            <Bar key="used" slim label={one.code} exposed={one} limit={limits.instrument} />,
          ])}
        />
      )}
    </Card>
  )
}

type BarProps = { label: string; exposed: Exposed; limit: string; slim?: boolean }

function Bar({ label, exposed, limit, slim = false }: BarProps) {
  const t = useTranslations('contracts')
  const { amount } = useLocalNumber()
  return (
    <ShareBar
      label={label}
      words={t('exposure.words', {
        counted: amount(exposed.counted),
        limit: amount(limit),
        left: amount(exposed.left),
      })}
      slim={slim}
      parts={parts.map((part) => ({ share: shareOf(exposed[part], limit), fill: fills[part] }))}
    />
  )
}
