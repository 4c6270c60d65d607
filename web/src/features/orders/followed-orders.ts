import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** An order that is followed to its result, as the list of running ones had it; after a reload its id alone is known. */
type Followed = { readonly id: string; readonly seed: OptionOrder | undefined }

/** Kept with the tab, so that a result that came during a reload is still seen. */
const stored = 'runningOrders'
/** Ended ones beyond this many leave the lists of this page; the history has them. */
const maxEnded = 20

const owners = new Map<string, Map<string, OptionOrder | undefined>>()

/** The ids kept with the tab for an owner, from the text they are kept in; none where it is another customer's or not usable. */
export function readRunning(text: string | null, owner: string): string[] {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, unknown>
    const ids = kept[owner]
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxEnded) : []
  } catch {
    return []
  }
}

/** Adds the orders that run to those followed of an owner (customer and account), and returns all of them. */
export function followOrders(owner: string, running: readonly OptionOrder[]): Followed[] {
  const known =
    owners.get(owner) ?? new Map(readRunning(readStored(stored, 'session'), owner).map((id) => [id, undefined]))
  owners.set(owner, known)
  for (const order of running) known.set(order.id, order)
  while (known.size > maxEnded + running.length) known.delete([...known.keys()][0] ?? '')
  return [...known].map(([id, seed]) => ({ id, seed }))
}

/** Keeps which of these still run, by owner, in the tab's storage. */
export function keepRunning(owned: readonly (readonly [owner: string, orders: readonly OptionOrder[]])[]): void {
  const kept = owned
    .map(([owner, orders]) => [owner, orders.filter(({ status }) => !isSettled(status)).map(({ id }) => id)] as const)
    .filter(([, ids]) => ids.length > 0)
  writeStored(stored, kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)), 'session')
}
