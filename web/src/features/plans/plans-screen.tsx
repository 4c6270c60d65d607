import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Banner, Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { PageTitle } from '../../layout/page-title.tsx'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { MyPlans } from './my-plans.tsx'
import { calculatorId, PlanCalculator } from './plan-calculator.tsx'
import { PlanCard } from './plan-card.tsx'
import { usePlanProducts, useRunningPlans } from './plans-query.ts'
import { ReserveLine, usePlanReserve } from './reserve-line.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'

type Search = { plan?: string | undefined }

/** Smart trading: plans side by side with a calculator, and what the customer holds of them. */
export function PlansScreen({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('plans')
  const codes = useTranslations('codes')
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const { data: running } = useRunningPlans()
  const isReal = signedIn && mode === 'real'
  const holds = (running?.length ?? 0) > 0
  return (
    <div className="mx-auto flex max-w-content flex-col gap-6 px-gutter py-4 desktop:py-8">
      <div>
        <PageTitle title={t('title')} />
        <p className="mt-2 max-w-text text-15 text-fg2">{t('lead')}</p>
        <ReserveLine />
      </div>
      {signedIn && !isReal && (
        <Banner variant="info" action={<ModeSwitch to="real" />}>
          {codes('realAccountNeeded')}
        </Banner>
      )}
      {isReal && holds && <MyPlans />}
      <Products search={search} onSearch={onSearch} held={running?.map(({ productId }) => productId) ?? []} />
      {isReal && !holds && <MyPlans />}
    </div>
  )
}

type ProductsProps = ScreenProps<Search> & { held: readonly string[] }

/** What is offered, side by side, and beside it what an amount comes to in the one that is chosen. */
function Products({ search, onSearch, held }: ProductsProps) {
  const t = useTranslations('plans')
  const common = useTranslations('common')
  const { data, isError, refetch } = usePlanProducts()
  const reserve = usePlanReserve()
  const [subscribing, setSubscribing] = useState<string>()
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-4 desktop:grid-cols-4">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-120 rounded-card" />
        ))}
      </div>
    )
  const chosen = chosenOf(data, search.plan)
  if (!chosen)
    return (
      <Card>
        <EmptyState icon="calendar" title={t('none')} text={t('noneText')} />
      </Card>
    )
  const open = data.find(({ id }) => id === subscribing)
  return (
    <section aria-labelledby="plan-products" className="flex flex-col gap-3">
      <h2 id="plan-products" className="text-18 font-700 desktop:text-20">
        {t('products')}
      </h2>
      <div className="grid items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <div className="grid gap-4 desktop:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
          {data.map((product) => (
            <PlanCard
              key={product.id}
              product={product}
              aprDecimals={evenDecimals(data.map((one) => one.aprDisplay))}
              coverage={reserve?.coverage}
              chosen={product.id === chosen.id}
              isHeld={held.includes(product.id)}
              onChoose={() => {
                onSearch({ plan: product.id })
                showCalculator()
              }}
              onSubscribe={() => setSubscribing(product.id)}
            />
          ))}
        </div>
        <PlanCalculator products={data} chosen={chosen} onChoose={(id) => onSearch({ plan: id })} />
      </div>
      {open && <SubscribeDialog product={open} onClose={() => setSubscribing(undefined)} />}
    </section>
  )
}

/** Brings the calculator into sight where it stands below the cards, as on a phone. */
function showCalculator(): void {
  const title = document.getElementById(calculatorId)
  if (!title || title.getBoundingClientRect().top < innerHeight) return
  title.scrollIntoView({ block: 'start' })
  title.focus({ preventScroll: true })
}

/** The plan that the address names, else one in the middle. */
const chosenOf = (products: readonly PlanProduct[], wanted: string | undefined): PlanProduct | undefined =>
  products.find(({ id }) => id === wanted) ?? products[Math.floor(products.length / 2)]
