import { groups, isOpen, type Call, type Screen } from '../lib/feature.ts'

/** The screens of the rail that an operator's roles open, under their headings; those without one come first. */
export const inRail = (screens: readonly Screen[], may: (call: Call) => boolean) =>
  [undefined, ...groups]
    .map((group) => ({
      group,
      screens: screens.filter((screen) => !screen.isOutside && screen.group === group && isOpen(screen, may)),
    }))
    .filter((part) => part.screens.length > 0)
