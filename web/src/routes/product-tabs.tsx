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

/** The tabs that were pressed go with their ticket: those of the ticket that comes take the focus over. */
let isPressed = false

/** The products that a page is about, one of them chosen. */
export function ProductTabs<P extends Product | 'plans'>({ kinds, value, onChange, ...props }: ProductTabsProps<P>) {
  const t = useTranslations('trade')
  return (
    <Tabs
      label={t('product.label')}
      variant="segment"
      items={kinds.map((one) => ({ value: one, label: t(`product.${one as Product | 'plans'}`) }))}
      value={value}
      onChange={(next) => {
        isPressed = true
        onChange(next)
      }}
      isGoneTo={isPressed}
      {...props}
    />
  )
}
