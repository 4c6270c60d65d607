import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useCharities } from './collectibles-query.ts'

/** What all works brought the charities, from the ledger, and the way to every payment. */
export function CharityTotal() {
  const t = useTranslations('collectibles')
  const { data } = useCharities()
  const [first] = data?.rows ?? []
  return (
    <div className="shrink-0 rounded-card bg-ink px-5 py-4 text-ink-fg ring-1 ring-line">
      <dl className="grid grid-cols-2 gap-x-8">
        {(['received', 'paid'] as const).map((name) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="text-13 opacity-80">{t(`charity.${name}`)}</dt>
            <dd className="text-18 font-700 desktop:text-20">{data ? <Amount text={data[name]} /> : '—'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 min-h-8 mobile:min-h-11">
        {first && (
          <Link
            to="/nfts"
            search={{ charity: first.id }}
            className="inline-flex min-h-8 items-center text-13 text-ink-fg underline underline-offset-2 mobile:min-h-11"
          >
            {t('charity.follow')}
          </Link>
        )}
      </p>
    </div>
  )
}
