import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { msOfIso, type Clock } from '../../kernel/time/clock.ts'
import { SetupError } from '../../kernel/config/config.ts'
import type { Log } from '../../kernel/log.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Whether the list of sanctions permits payments to an address: `stale` where the list is too old. */
export type Screen = (address: string) => 'clear' | 'listed' | 'stale'

const freshMs = dayMs
type List = { asOf: number; addresses: ReadonlySet<string> }

/**
 * Screens addresses by a file of JSON, `{"asOf": ISO time, "addresses": […]}`, which the job that fetches the list replaces
 * daily; it is read again when it changed. A list that is older than a day, or cannot be read, clears no address. Which list
 * decides is logged with its hash. Throws a SetupError where the file cannot be read at start.
 */
export function screenBy({ file, clock, log }: { file: string; clock: Pick<Clock, 'now'>; log: Log }): Screen {
  let list: List | undefined
  let readAt = Number.NaN
  const read = (): void => {
    const changedAt = statSync(file).mtimeMs
    if (changedAt === readAt) return
    const text = readFileSync(file, 'utf8')
    list = parse(text)
    readAt = changedAt
    log.info({ file, sha256: hash('sha256', text), count: list.addresses.size }, 'a list of sanctions was read')
  }
  try {
    read()
  } catch (cause) {
    throw new SetupError(
      `SANCTIONS_FILE ${file} cannot be used (${(cause as Error).message}): mend it, or leave it out.`,
      {
        cause,
      },
    )
  }
  return (address) => {
    try {
      read()
    } catch (cause) {
      log.error({ file, cause: String(cause) }, 'the list of sanctions cannot be read')
      return 'stale'
    }
    if (list === undefined || clock.now() - list.asOf > freshMs) return 'stale'
    return list.addresses.has(keyOf(address)) ? 'listed' : 'clear'
  }
}

// Ethereum's addresses mean the same in large and small letters; no other network has two that differ in that alone.
const keyOf = (address: string): string => address.toLowerCase()

function parse(text: string): List {
  const { asOf, addresses } = JSON.parse(text) as { asOf?: unknown; addresses?: unknown }
  const at = typeof asOf === 'string' ? msOfIso(asOf) : Number.NaN
  if (Number.isNaN(at) || !Array.isArray(addresses) || !addresses.every((one) => typeof one === 'string'))
    throw new Error('it is not {"asOf": time, "addresses": […]}')
  return { asOf: at, addresses: new Set(addresses.map(keyOf)) }
}
