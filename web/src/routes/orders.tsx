import { OrdersScreen, type OrdersSearch } from '../features/orders/orders-screen.tsx'
import type { ScreenProps } from '../lib/feature.ts'
import { ContractsSection } from './contract-parts.ts'
import { ProductTabs } from './product-tabs.tsx'

type Search = OrdersSearch & { product?: string | undefined }

/** The orders of the account in use, options or contracts; the address keeps which. */
export function Orders({ search, onSearch }: ScreenProps<Search>) {
  const product = search.product === 'contracts' ? 'contracts' : 'options'
  return (
    <>
      <ProductTabs
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
      {product === 'options' ? (
        <OrdersScreen search={search} onSearch={onSearch} />
      ) : (
        <ContractsSection search={search} onSearch={onSearch} />
      )}
    </>
  )
}
