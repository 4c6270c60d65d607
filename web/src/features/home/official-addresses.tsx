import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 600_000
const load = async () => (await import('./load-official-addresses.ts')).loadOfficialAddresses()

/** The only addresses that are ours, so that a look-alike can be recognized. */
export function OfficialAddresses() {
  const t = useTranslations('transparency')
  const { data } = useFetched('ownAddresses', load, freshMs)
  if (!data) return null
  return (
    <section
      id="addresses"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="addresses-title"
    >
      <div>
        <h2 id="addresses-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('addresses.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('addresses.lead')}</p>
      </div>
      <Card className="p-4">
        <dl className="flex flex-col gap-1.5 text-14">
          <Line label={t('addresses.site')} address={data.site} none={t('addresses.none')} />
          <Line label={t('addresses.from')} address={data.mailsFrom} />
          {data.repliesTo !== null && <Line label={t('addresses.replies')} address={data.repliesTo} />}
        </dl>
      </Card>
    </section>
  )
}

const Line = ({ label, address, none = '' }: { label: string; address: string | null; none?: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className="ms-auto text-end font-600 [overflow-wrap:anywhere]">
      {address === null ? none : <bdi>{address}</bdi>}
    </dd>
  </div>
)
