import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import { categories, type Category } from './categories.ts'

export function CategoryTabs({
  value,
  onChange,
  panelId,
}: {
  value: Category
  onChange: (value: Category) => void
  panelId: string
}) {
  const t = useTranslations('market')
  const items = categories.map((category) => ({ value: category, label: t(`category.${category}`) }))
  return <Tabs label={t('categories')} items={items} value={value} onChange={onChange} panelId={panelId} />
}
