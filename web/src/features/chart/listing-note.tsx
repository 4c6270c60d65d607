import type { Listing } from '@evenhand/protocol/markets.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'

/** That an operator takes no new orders or has delisted the instrument: why, since when, and what is safe. */
export function ListingNote({ listing }: { listing: Listing }) {
  const t = useTranslations('instrument')
  const market = useTranslations('market')
  const tag = languageOf(useLang()).tag
  const since = sentenceDate(tag, { timeStyle: 'short' }).format(listing.since)
  return (
    <Banner className="mx-4 mb-3 desktop:mx-5">
      <p className="font-600">{t(`listing.${listing.state}`, { reason: market(`reason.${listing.reason}`), since })}</p>
      {listing.note !== undefined && (
        <p>
          <bdi>{listing.note}</bdi>
        </p>
      )}
      <p>{t('closed.safe')}</p>
    </Banner>
  )
}
