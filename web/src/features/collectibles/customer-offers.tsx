import type { OwnOffer } from '@evenhand/protocol/collectible-resale.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { CertificateButton } from './certificate-button.tsx'
import { useOwnOffers } from './resale-query.ts'
import { WorkImage } from './work-parts.tsx'

const faces = { OPEN: 'accent', SOLD: 'good', WITHDRAWN: 'plain' } as const

/** The works that the customer offered, with what became of each offer; nothing for one who has offered none. */
export function CustomerOffers() {
  const t = useTranslations('collectibles')
  const { data } = useOwnOffers()
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-labelledby="customer-offers" className="flex flex-col gap-3">
      <h2 id="customer-offers" className="text-18 font-700">
        {t('resale.offers')}
      </h2>
      <ul className="grid gap-3 desktop:grid-cols-3 desktop:gap-4">
        {data.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </ul>
    </section>
  )
}

function OfferRow({ offer }: { offer: OwnOffer }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  return (
    <li className="relative flex min-w-0 gap-3 rounded-card bg-surface p-3 ring-1 ring-line hover:ring-control">
      <WorkImage work={offer} className="size-24 shrink-0 rounded-control" />
      <div className="flex min-w-0 grow flex-col gap-1 text-13">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link
            to="/nfts"
            search={{ id: offer.nftId }}
            className="text-15 font-600 text-fg no-underline after:absolute after:inset-0 after:rounded-card"
          >
            {offer.title}
          </Link>
          <Chip variant={faces[offer.status]}>{t(`resale.status.${offer.status}`)}</Chip>
        </div>
        <dl className="flex flex-col gap-1">
          <Row name={t('resale.pays')}>
            <Amount text={offer.price} />
          </Row>
          <Row name={t('resale.receives')}>
            <Amount text={offer.proceeds} />
          </Row>
        </dl>
        <bdi className="text-12 text-fg3">{when(offer.endedAt ?? offer.offeredAt)}</bdi>
        {/* Above the link that is the whole card. */}
        {offer.status === 'SOLD' && (
          <div className="relative flex flex-col">
            <CertificateButton id={offer.nftId} no={`sold-${offer.nftId.slice(-8)}`} />
          </div>
        )}
      </div>
    </li>
  )
}
