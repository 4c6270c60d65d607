import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Banner, Card, ErrorState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { coverOf, keptPercent } from './kept-share.ts'
import { StatementFacts } from './statement-facts.tsx'
import type { Liabilities as Loaded } from './load-liabilities.ts'

const freshMs = 60_000
const load = async () => (await import('./load-liabilities.ts')).loadLiabilities()
const OwnPart = lazyPart(async () => (await import('./customer-balance.tsx')).OwnPart)

type Statement = NonNullable<Loaded['statement']>

/** What is owed to all customers by the newest signed statement, beside what is kept, and the own balance in it. */
export function Liabilities() {
  const t = useTranslations('transparency')
  const common = useTranslations('common')
  const { data, problem, again } = useFetched('liabilities', load, freshMs)
  // An address that names the section leads to it once it has its height.
  if (!data && !problem) return null
  return (
    <section
      id="liabilities"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="liabilities-title"
    >
      <div>
        <h2 id="liabilities-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('liabilities.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('liabilities.lead')}</p>
      </div>
      {data?.statement ? (
        <Stated statement={data.statement} seal={data.seal} />
      ) : data ? (
        <p className="text-14 text-fg2">{t('liabilities.none')}</p>
      ) : (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => again()}>{common('retry')}</Button>}
        />
      )}
      <a
        href="/swx/customer/public/pol/latest"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/pol/latest
      </a>
    </section>
  )
}

function Stated({ statement, seal }: { statement: Statement; seal: Loaded['seal'] }) {
  const t = useTranslations('transparency')
  const { number } = useLocalNumber()
  const customerId = useSession()?.user.id
  return (
    <>
      {statement.assets
        .filter((one) => coverOf(one) === 'short')
        .map((one) => (
          <div key={one.asset} role="alert">
            <Banner variant="danger">
              {t('liabilities.short', {
                coin: one.asset,
                percent: number(keptPercent(one) ?? '0', { minDecimals: 2, percent: true }),
              })}
            </Banner>
          </div>
        ))}
      <div className="grid gap-3 desktop:grid-cols-2">
        {statement.assets.map((one) => (
          <AssetCard key={one.asset} {...one} />
        ))}
      </div>
      {statement.simulated && <p className="max-w-text text-13 text-fg2">{t('reserves.simulated')}</p>}
      {customerId !== undefined && <OwnPart key={customerId} customerId={customerId} root={statement.root} />}
      <StatementFacts statement={statement} seal={seal} />
      <p className="max-w-text text-13 text-fg2">{t('liabilities.limits')}</p>
    </>
  )
}

/** An asset: what is owed of it, what custody keeps, and the share of it. */
function AssetCard({ asset, scale, owed, custody, own }: Statement['assets'][number]) {
  const t = useTranslations('transparency')
  const text = (units: string | null): string => formatUnits(BigInt(units ?? '0'), scale)
  const [owedText, keptText, ownText] = [text(owed), text(custody), text(own)]
  const decimals = evenDecimals(custody === null ? [owedText] : [owedText, keptText, ownText])
  const [coin] = asset.split('.')
  const amount = (units: string) => (
    <Figure className="whitespace-nowrap">
      {formatDecimal(units, { decimals })} {coin}
    </Figure>
  )
  const percent = keptPercent({ owed, custody })
  const cover = coverOf({ owed, custody, own })
  const short = cover === 'short'
  return (
    <Card className="p-4">
      <h3 className="flex items-center justify-between gap-3 text-16 font-700">
        {asset === 'USDT.loan' ? t('liabilities.loanMoney') : <bdi>{asset}</bdi>}
        {percent !== undefined && cover !== 'moving' && (
          <span className={short ? 'text-13 text-danger' : 'text-13 text-good'}>
            {t(short ? 'reserves.notCovered' : 'reserves.covered')}
          </span>
        )}
      </h3>
      <dl className="mt-3 flex flex-col gap-1.5 text-14">
        <Row name={t('liabilities.owed')}>{amount(owedText)}</Row>
        {custody !== null && <Row name={t('reserves.custody')}>{amount(keptText)}</Row>}
        {own !== null && <Row name={t('liabilities.ours')}>{amount(ownText)}</Row>}
        {custody !== null && (
          <Row name={t('plans.coverage')}>
            <Figure>{percent === undefined ? '—' : `${formatDecimal(percent)}%`}</Figure>
          </Row>
        )}
      </dl>
      {custody === null && <p className="mt-2 text-13 text-fg2">{t('liabilities.lent')}</p>}
      {cover === 'moving' && <p className="mt-2 text-13 text-fg2">{t('liabilities.moving')}</p>}
      {percent !== undefined && (
        <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={short ? 'h-full bg-danger' : 'h-full bg-good'}
            style={{ width: `${Math.min(100, Number(percent))}%` }}
          />
        </div>
      )}
    </Card>
  )
}
