import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../lib/storage.ts'

export const products = ['options', 'contracts'] as const
export type Product = (typeof products)[number]

const key = 'product'
const isProduct = (text: string | null): text is Product => products.some((one) => one === text)

/** The product of the ticket; kept for the session, so that the next instrument shows the same. */
export function useProduct() {
  const [product, setProduct] = useState<Product>(() => {
    const stored = readStored(key, 'session')
    return isProduct(stored) ? stored : 'options'
  })
  return {
    product,
    choose: (next: Product): void => {
      writeStored(key, next, 'session')
      setProduct(next)
    },
  }
}

type ProductTabsProps = { value: Product; onChange: (product: Product) => void; panelId?: string }

/** Options or contracts. */
export function ProductTabs({ value, onChange, ...props }: ProductTabsProps) {
  const t = useTranslations('orders')
  return (
    <Tabs
      label={t('product.label')}
      variant="segment"
      items={products.map((one) => ({ value: one, label: t(`product.${one}`) }))}
      value={value}
      onChange={onChange}
      {...props}
    />
  )
}
