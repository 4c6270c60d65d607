import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount, Figure, formatAmount } from '../../lib/format.tsx'
import { useRegionName } from './region-name.ts'

/** Where the price goes: to whom, how much of it, and what has arrived. */
export function CharityCard({ work: { charity, cumulativeDonation, resale, transfers } }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const regionName = useRegionName()
  const isResold = resale !== null || transfers > 1
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-16 font-700">{t('charity.title')}</h2>
      <dl className="flex flex-col gap-1.5 text-13">
        <Row name={<span className="font-600 text-fg">{charity.name}</span>}>{regionName(charity.country)}</Row>
        {/* Of an owner's price the parts stand beside that price. */}
        {!isResold && (
          <>
            <Row name={t('charity.share')}>
              <Figure>{`${formatAmount(charity.share, 0).replace(/\.00$/, '')}%`}</Figure>
            </Row>
            <Row name={t('charity.fee')}>
              <Amount text="0" />
            </Row>
          </>
        )}
        <Row name={t('detail.donated')}>
          <Amount text={cumulativeDonation} />
        </Row>
      </dl>
      <p className="text-13 text-fg2">{t(isResold ? 'resale.rule' : 'charity.rule')}</p>
      <Link
        to="/nfts"
        search={{ charity: charity.id }}
        className="inline-flex min-h-8 items-center gap-1 self-start text-14 font-600 text-accent-text no-underline mobile:min-h-11"
      >
        {t('charity.open')}
        <Icon name="go" size={16} />
      </Link>
    </Card>
  )
}
