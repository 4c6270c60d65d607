import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { Queries } from '../../lib/queries.tsx'
import { saveFile } from '../../lib/save-file.ts'
import type { OwnCheck } from './check-own.ts'
import { DifferenceText } from './difference-text.tsx'

type OwnProps = { customerId: string; root: string }

/** The customer's own balance in the statement of a root, as this browser found it. */
export const OwnPart = (props: OwnProps) => (
  <Queries>
    <Own {...props} />
  </Queries>
)

function Own({ customerId, root }: OwnProps) {
  const t = useTranslations('transparency')
  const common = useTranslations('common')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['mine', 'liabilities', root],
    queryFn: async () => (await (await import('./check-own.ts')).checkOwn(customerId)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h3 className="text-16 font-700">{t('liabilities.own.title')}</h3>
      {data ? (
        <Found {...data} />
      ) : isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <span>{common('state.loadFailed')}</span>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {common('retry')}
          </Button>
        </div>
      ) : (
        <Skeleton className="h-11" />
      )}
    </Card>
  )
}

function Found({ difference, amounts, file }: OwnCheck) {
  const t = useTranslations('transparency')
  const nothing = amounts.length === 0
  return (
    <>
      {difference ? (
        <Banner variant="danger">
          <DifferenceText difference={difference} />
        </Banner>
      ) : (
        <Banner variant="good">{t(nothing ? 'liabilities.own.nothing' : 'liabilities.own.right')}</Banner>
      )}
      {!nothing && (
        <dl className="flex flex-col gap-1.5 text-14">
          {amounts.map(({ asset, text }) => (
            <Row key={asset} name={asset === 'USDT.loan' ? t('liabilities.loanMoney') : asset}>
              <Amount text={text} asset={asset} />
            </Row>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => saveFile(file.name, file.text)}>
          <Icon name="download" size={18} />
          {t('liabilities.own.save')}
        </Button>
        <Link
          to="/verify"
          className="inline-flex min-h-11 items-center text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
        >
          {t('checkFile')}
        </Link>
        {difference && <ComplainLink about="account" />}
      </div>
    </>
  )
}
