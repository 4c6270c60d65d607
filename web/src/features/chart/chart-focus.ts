import { useState } from 'react'
import type { TimeFrame } from './chart-frame.ts'
import { inSeconds, useChartSettings, type ChartSettings } from './chart-settings.ts'

/** A span that is shown second by second, and what it is of. */
export type ChartFocus = TimeFrame & { readonly id: string }

/**
 * The chart's settings: the customer's own, and seconds as a line while there is a focus. A customer who chooses another interval
 * or shape meanwhile has it, and keeps it until the next focus.
 */
export function useChartSettingsFor(
  focus: ChartFocus | undefined,
): [ChartSettings, (part: Partial<ChartSettings>) => void] {
  const [own, change] = useChartSettings()
  const [declined, decline] = useState<string>()
  const isFocused = focus !== undefined && declined !== focus.id
  const choose = (part: Partial<ChartSettings>) => {
    if (focus && part.interval !== '1s') decline(focus.id)
    else if (focus) return decline(undefined)
    change(part)
  }
  return [isFocused || own.interval === '1s' ? inSeconds : own, choose]
}
