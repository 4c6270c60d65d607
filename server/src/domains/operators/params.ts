import type { proposeParams } from '@evenhand/protocol/operator-requests.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf, msOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { firstRows, firstTerms, termsOf, type DecidedTerms, type TermRow } from '../options/index.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { badField, paramDelayMs } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const paramKinds = ['params'] as const

export type ParamVersion = {
  key: string
  version: number
  /** JSON as it was proposed and signed. */
  value: string
  /** The hash that receipts name. */
  hash: string
  reason: string | null
  approvedAt: number | null
  appliesAt: number | null
}

const first = (): ParamVersion => ({
  key: 'options',
  version: 1,
  value: JSON.stringify(firstRows),
  hash: firstTerms.now().hash,
  reason: null,
  approvedAt: null,
  appliesAt: null,
})

/** Every version of every parameter, rising, the ones the program came with first. */
export async function paramVersions(db: OperatorsDb): Promise<ParamVersion[]> {
  const rows = await db.selectFrom('operators.params').selectAll().orderBy('key').orderBy('version').execute()
  return [
    first(),
    ...rows.map((row) => ({
      key: row.key,
      version: row.version,
      value: row.value,
      hash: row.hash.toString('hex'),
      reason: row.reason,
      approvedAt: msOf(row.approved_at),
      appliesAt: msOf(row.applies_at),
    })),
  ]
}

const rowsIn = ({ value }: Pick<ParamVersion, 'value'>): TermRow[] => JSON.parse(value) as TermRow[]

/** The decided terms of options, for whoever trades by them. */
export const decidedTerms = async (db: OperatorsDb): Promise<DecidedTerms[]> =>
  (await paramVersions(db)).flatMap((one) =>
    one.appliesAt === null ? [] : [{ version: one.version, appliesAt: one.appliesAt, rows: rowsIn(one) }],
  )

/** The versions in force at a moment: the newest of each key that held. */
export async function paramsAt(db: OperatorsDb, at: number): Promise<ParamVersion[]> {
  const held = (await paramVersions(db)).filter(({ appliesAt }) => appliesAt === null || appliesAt <= at)
  return [...new Map(held.map((one) => [one.key, one])).values()]
}

/** For the console: what holds, and every version. */
export async function readParams({ db, clock }: SignInDeps) {
  const versions = await paramVersions(db)
  const [current] = await paramsAt(db, clock.now())
  return {
    options: {
      current: current?.version ?? 1,
      versions: versions.map(({ key: _key, value, reason, ...one }) => ({
        ...one,
        reason: reason ?? '',
        value: rowsIn({ value }),
      })),
    },
  }
}

/** Asks for other terms. Refuses 40020 a version that is not the next, and terms that could not be traded by. */
export async function proposeTerms(deps: SignInDeps, ask: z.output<typeof proposeParams.ask>, call: OperatorCall) {
  const { id, reason, assertion, key, version, value } = ask
  const newest = (await paramVersions(deps.db)).at(-1)?.version ?? 1
  if (version !== newest + 1) throw badField('version', 'notNext')
  if (termsOf(version, value) === undefined) throw badField('value', 'unfit')
  const values = { key, version: version.toString(), value: JSON.stringify(value) }
  return propose(deps, { kind: 'params', id, values, reason, assertion }, call)
}

/** The second officer's word: published at once, in force a day later for everybody at the same moment. */
export async function approveTerms(
  deps: SignInDeps,
  ask: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) {
  const approvedAt = deps.clock.now()
  const appliesAt = approvedAt + paramDelayMs
  return approve(
    deps,
    {
      kinds: paramKinds,
      ask,
      appliesAt,
      async apply(tx, { id, values, reason }) {
        const version = Number(values['version'])
        const terms = termsOf(version, rowsIn({ value: values['value'] ?? '[]' }))
        const newest = (await paramVersions(tx)).at(-1)?.version ?? 1
        if (terms === undefined || version !== newest + 1) throw badField('version', 'notNext')
        await sql`
          insert into operators.params (key, version, value, hash, reason, request_id, approved_at, applies_at)
          values (${values['key'] ?? ''}, ${version}, ${values['value'] ?? ''}, ${Buffer.from(terms.hash, 'hex')}, ${reason},
            ${id}::uuid, ${dateOf(approvedAt)}, ${dateOf(appliesAt)})`.execute(tx)
      },
    },
    call,
  )
}
