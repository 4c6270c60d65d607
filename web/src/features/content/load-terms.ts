import { contractTable } from '@evenhand/protocol/contract-params.ts'
import { publicParamChanges, publicParams } from '@evenhand/protocol/operator-result.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { besideBefore, newestFirst } from './terms-changes.ts'

// The value of a version is text, exactly as two officers signed it.
const optionRows = z.array(z.object({ limitTime: z.int(), min: z.string(), max: z.string(), payoutRate: z.string() }))

/** Every version of the terms of a product, with its value as `shape` reads it, and the one in force. */
async function versionsOf<S extends z.ZodMiniType>(wanted: 'options' | 'contracts', shape: S) {
  const [first, held, changes] = await Promise.all([
    call(publicParams, { at: 0 }),
    call(publicParams, {}),
    call(publicParamChanges, {}),
  ])
  return {
    inForce: held.find(({ key }) => key === wanted)?.version ?? 1,
    versions: [...first, ...changes]
      .filter(({ key }) => key === wanted)
      .map((one) => ({ ...one, table: z.decode(shape, JSON.parse(one.value) as z.input<S>) })),
  }
}

/** Every version of the terms of options, the newest first, each beside the one before it, and the one in force. */
export async function loadOptionTerms() {
  const { inForce, versions } = await versionsOf('options', optionRows)
  const rows = (one: (typeof versions)[number], before: (typeof versions)[number] | undefined) => ({
    rows: besideBefore(one.table, before?.table, ({ limitTime }) => limitTime),
  })
  return { inForce, versions: newestFirst(versions, rows) }
}

/** The same of the terms of contracts: a row a class, and what the house takes on an instrument and in all. */
export async function loadContractTerms() {
  const { inForce, versions } = await versionsOf('contracts', contractTable)
  const rows = ({ table }: (typeof versions)[number], before: (typeof versions)[number] | undefined) => ({
    rows: besideBefore(table.classes, before?.table.classes, (row) => row.class),
    exposure: (['instrument', 'total'] as const).map((exposed) => ({
      exposed,
      now: table.exposure[exposed],
      before: before?.table.exposure[exposed],
    })),
  })
  return { inForce, versions: newestFirst(versions, rows) }
}
