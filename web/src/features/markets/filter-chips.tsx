import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { useChosenInRow } from '@evenhand/ui/chosen-in-row.ts'
import { useTranslations } from 'use-intl'
import { filters, pressed, type Filter } from './market-filter.ts'

/** Narrows the list: on which options or contracts can be bought now, open, closed. */
export function FilterChips({
  chosen,
  onChoose,
}: {
  chosen: readonly Filter[]
  onChoose: (text: string | undefined) => void
}) {
  const t = useTranslations('market')
  const row = useChosenInRow()
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('filter.label')}
      className="flex min-w-0 gap-2 overflow-x-auto p-0.5 [scrollbar-width:none]"
    >
      {filters.map((filter) => (
        <ChoiceChip
          key={filter}
          chosen={chosen.includes(filter)}
          onChoose={() => onChoose(pressed(chosen, filter))}
          className="shrink-0 whitespace-nowrap"
        >
          {t(`filter.${filter}`)}
        </ChoiceChip>
      ))}
    </div>
  )
}
