import { OrdersScreen, type OrdersSearch } from '../features/orders/orders-screen.tsx'
import type { ScreenProps } from '../lib/feature.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'
import { ContractsSection } from './contract-parts.ts'
import { CoolingNote } from './cooling-part.ts'
import { ProductTabs, products } from './product-tabs.tsx'

const PlanList = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/plans/plan-list.tsx'), loadTexts('plans')])
  return part.PlanList
})

const kinds = [...products, 'plans'] as const

type Search = OrdersSearch & { product?: string | undefined }

/** The orders of the account in use, options, contracts or plans; the address keeps which. */
export function Orders({ search, onSearch }: ScreenProps<Search>) {
  const product = kinds.find((one) => one === search.product) ?? 'options'
  return (
    <>
      <ProductTabs
        kinds={kinds}
        value={product}
        onChange={(next) =>
          onSearch({
            product: next === 'options' ? undefined : next,
            id: undefined,
            status: undefined,
            page: undefined,
          })
        }
      />
      <CoolingNote />
      {product === 'options' && <OrdersScreen search={search} onSearch={onSearch} />}
      {product === 'contracts' && <ContractsSection search={search} onSearch={onSearch} />}
      {product === 'plans' && <PlanList search={search} onSearch={onSearch} />}
    </>
  )
}
