import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../lib/storage.ts'

export const products = ['options', 'contracts'] as const
export type Product = (typeof products)[number]

const key = 'product'
const isProduct = (text: string | null): text is Product => products.some((one) => one === text)

/**
 * The product of the ticket; kept in this browser, so that the next instrument shows the same. `traded`: whether contracts
 * were chosen on this page, and what shows them belongs on it.
 */
export function useProduct() {
  const [product, setProduct] = useState<Product>(() => {
    const stored = readStored(key)
    return isProduct(stored) ? stored : 'options'
  })
  const [traded, setTraded] = useState(product === 'contracts')
  return {
    product,
    traded,
    choose: (next: Product): void => {
      writeStored(key, next)
      setProduct(next)
      setTraded(traded || next === 'contracts')
    },
  }
}

type ProductTabsProps<P extends string> = {
  kinds: readonly P[]
  value: P
  onChange: (product: P) => void
  panelId?: string
}

/** Whether the tabs have the focus. They go with their ticket, or with its box before it has come: those that come take it over. */
let hasFocus = false

/** The products that a page is about, one of them chosen. */
export function ProductTabs<P extends Product | 'plans'>({ kinds, ...props }: ProductTabsProps<P>) {
  const t = useTranslations('trade')
  return (
    <div className="contents" onFocus={() => (hasFocus = true)} onBlur={() => (hasFocus = false)}>
      <Tabs
        label={t('product.label')}
        variant="segment"
        items={kinds.map((one) => ({ value: one, label: t(`product.${one as Product | 'plans'}`) }))}
        isGoneTo={hasFocus}
        {...props}
      />
    </div>
  )
}
