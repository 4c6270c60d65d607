import { publicParamChanges, publicParams } from '@evenhand/protocol/operator-result.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { changesOf } from './terms-changes.ts'

// The value of a version is text, exactly as two officers signed it.
const table = z.array(z.object({ limitTime: z.int(), min: z.string(), max: z.string(), payoutRate: z.string() }))

/** Every version of the terms of options, the newest first, each beside the one before it, and the one in force. */
export async function loadTerms() {
  const [first, held, changes] = await Promise.all([
    call(publicParams, { at: 0 }),
    call(publicParams, {}),
    call(publicParamChanges, {}),
  ])
  const versions = [...first, ...changes]
    .filter(({ key }) => key === 'options')
    .map(({ value, ...one }) => ({ ...one, rows: z.decode(table, JSON.parse(value) as z.input<typeof table>) }))
  return { inForce: held.find(({ key }) => key === 'options')?.version ?? 1, versions: changesOf(versions) }
}
