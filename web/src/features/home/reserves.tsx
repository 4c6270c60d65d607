import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 30_000
const load = async () => (await import('./load-reserves.ts')).loadReserves()

/** What customers own of each coin beside what is kept for them, and a red word where it is less. */
export function Reserves() {
  const t = useTranslations('transparency')
  const { data } = useFetched('reserves', load, freshMs)
  if (!data) return null
  return (
    <section
      id="reserves"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="reserves-title"
    >
      <div>
        <h2 id="reserves-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('reserves.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('reserves.lead')}</p>
      </div>
      {data.assets
        .filter(({ covered }) => !covered)
        .map(({ asset }) => (
          <div key={asset} role="alert">
            <Banner variant="danger">{t('reserves.short', { coin: asset })}</Banner>
          </div>
        ))}
      <div className="grid gap-3 desktop:grid-cols-3">
        {data.assets.map(({ asset, customers, custody, covered }) => (
          <Card key={asset} className="p-4">
            <h3 className="flex items-center justify-between gap-3 text-16 font-700">
              <bdi>{asset}</bdi>
              <span className={covered ? 'text-13 text-good' : 'text-13 text-danger'}>
                {t(covered ? 'reserves.covered' : 'reserves.notCovered')}
              </span>
            </h3>
            <dl className="mt-3 flex flex-col gap-1.5 text-14">
              <Line label={t('reserves.customers')} text={customers} asset={asset} />
              <Line label={t('reserves.custody')} text={custody} asset={asset} />
            </dl>
          </Card>
        ))}
      </div>
      {data.simulated && <p className="max-w-text text-13 text-fg2">{t('reserves.simulated')}</p>}
      <a
        href="/swx/customer/public/reserves"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/reserves
      </a>
    </section>
  )
}

const Line = ({ label, text, asset }: { label: string; text: string; asset: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className="text-end font-600">
      <Amount text={text} asset={asset} />
    </dd>
  </div>
)
