import { collateralMaxLtv, collateralNoticeLtvs, collateralSaleLtv } from '@evenhand/protocol/collateral-rules.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { useTranslations } from 'use-intl'
import { Percent } from '../../lib/figure-row.tsx'

/** The share of what is owed in the value of the collateral, and what it means: by its colour, and in words beside it; `name` where it is not of now. */
export function CollateralMeter({ ltv, name }: { ltv: string | null; name?: string }) {
  const t = useTranslations('loans')
  const share = ltv === null ? undefined : Number(parseUnits(ltv, 2) ?? 0n) / 100
  const level = levelOf(share)
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-fg2">{name ?? t('collateral.ltv')}</span>
        <span className="text-18 font-700">{ltv === null ? '—' : <Percent text={ltv} />}</span>
      </p>
      <div dir="ltr" aria-hidden className="relative mt-2 h-2 rounded-full bg-sunken">
        <div className={`h-full rounded-full ${colours[level]}`} style={{ width: `${Math.min(100, share ?? 0)}%` }} />
        {[collateralMaxLtv, ...collateralNoticeLtvs, collateralSaleLtv].map((mark) => (
          <span key={mark} className="absolute -top-1 h-4 w-px bg-control" style={{ left: `${mark}%` }} />
        ))}
      </div>
      <div dir="ltr" aria-hidden className="relative mt-1 h-4 text-11 text-fg3">
        {[collateralMaxLtv, collateralNoticeLtvs[0], collateralSaleLtv].map((mark) => (
          <span key={mark} className="absolute -translate-x-1/2" style={{ left: `${mark}%` }}>
            {mark}
          </span>
        ))}
      </div>
      <p className="text-13 text-fg2">{t(`collateral.level.${level}`)}</p>
    </div>
  )
}

const colours = { calm: 'bg-good', notice: 'bg-warn', sale: 'bg-danger', unknown: 'bg-control' } as const

function levelOf(share: number | undefined): keyof typeof colours {
  if (share === undefined) return 'unknown'
  if (share >= collateralSaleLtv) return 'sale'
  return share >= collateralNoticeLtvs[0] ? 'notice' : 'calm'
}
