import type { ResaleOffer } from '@evenhand/protocol/collectible-offers.ts'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'

type PartsProps = {
  money: Pick<ResaleOffer, 'royalty' | 'royaltyShare' | 'proceeds'>
  charity: string
  /** Who receives the rest, as the reader of the page is shown. */
  seller: string
}

/** Where the price of a resale goes: the charity's royalty and the rest of the seller. */
export function ResaleParts({ money: { royalty, royaltyShare, proceeds }, charity, seller }: PartsProps) {
  const t = useTranslations('collectibles')
  return (
    <>
      <Row name={t('resale.royalty', { charity, percent: shareText(royaltyShare) })}>
        <Amount text={royalty} />
      </Row>
      <Row name={seller}>
        <Amount text={proceeds} />
      </Row>
    </>
  )
}

/** A share in per cent without zeros at its end. */
export const shareText = (share: string): string => share.replace(/\.0+$/, '')
