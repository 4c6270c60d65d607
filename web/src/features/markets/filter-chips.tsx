import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { useEffect, useRef } from 'react'
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
  const row = useRef<HTMLDivElement>(null)
  // An address may press one that stands beyond the edge of a phone.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      row.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
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
