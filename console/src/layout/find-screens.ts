import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { isOpen, screens, type Screen } from './screens.ts'

type Finding = {
  readonly key: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly title: string
  /** Set where the typed text itself is looked for. */
  readonly find?: 'findCustomer' | 'findLedger' | 'findAudit'
}
type May = (route: Pick<OperatorRoute, 'method' | 'path'>) => boolean

const searches = [
  ['customers', 'findCustomer'],
  ['ledger', 'findLedger'],
  ['audit', 'findAudit'],
] as const

/** Where a typed text leads: screens whose name has it, then the searches these roles may make. */
export function findings(text: string, may: May, titleOf: (key: Screen['key']) => string): readonly Finding[] {
  const wanted = text.trim().toLowerCase()
  const open = screens.filter((screen) => isOpen(screen, may))
  const named = open
    .map(({ key, to }) => ({ key, to, search: {}, title: titleOf(key) }))
    .filter(({ title, key }) => `${title} ${key}`.toLowerCase().includes(wanted))
  if (wanted === '') return named
  const looked = searches.flatMap(([key, find]) => {
    const screen = open.find((one) => one.key === key)
    return screen ? [{ key: find, to: screen.to, search: { q: text.trim() }, title: '', find }] : []
  })
  return [...named, ...looked]
}
