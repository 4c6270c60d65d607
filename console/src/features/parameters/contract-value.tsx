import { Figure } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { unitOf, type ClassField, type ClassName } from './contract-table.ts'

/** A value of a class with its unit, as it is written. */
export function ContractValue({ name, field, value }: { name: ClassName; field: ClassField; value: string | number }) {
  const t = useTranslations('parameters')
  return <Figure>{t(`contracts.unit.${unitOf(name, field)}`, { value: String(value) })}</Figure>
}
