import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import { categories, type Category } from './categories.ts'

type CategoryTabsProps = {
  value: Category
  onChange: (value: Category) => void
  panelId: string
  variant?: 'pill' | 'side'
}

export function CategoryTabs({ value, onChange, panelId, variant = 'pill' }: CategoryTabsProps) {
  const t = useTranslations('market')
  const items = categories.map((category) => ({ value: category, label: t(`category.${category}`) }))
  return (
    <Tabs variant={variant} label={t('categories')} items={items} value={value} onChange={onChange} panelId={panelId} />
  )
}
