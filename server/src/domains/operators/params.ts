import { firstTable, versionOf, type ContractTable } from '@evenhand/proofs/contracts/class-table.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'
import type { contractTable } from '@evenhand/protocol/contract-params.ts'
import {
  cappedAssets,
  type AdjustmentCaps,
  type CreditCaps,
  type ParamKey,
  type ResaleSwitch,
  type proposeParams,
} from '@evenhand/protocol/operator-requests.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import type { DecidedContractTerms } from '../contracts/index.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { firstRows, firstTerms, termsOf, type DecidedTerms, type TermRow } from '../options/index.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { badField, paramDelayMs } from './operators.rules.ts'
import { approve, propose } from './requests.ts'
import { endRivals } from './requests.store.ts'

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

const first = ({ key, value, hash }: Pick<ParamVersion, 'key' | 'value' | 'hash'>): ParamVersion => ({
  key,
  version: 1,
  value,
  hash,
  reason: null,
  approvedAt: null,
  appliesAt: null,
})

const firstContracts = first({
  key: 'contracts',
  value: JSON.stringify(firstTable),
  hash: nodeCrypto.sha256(JSON.stringify(firstTable)),
})

/** Owners sell nothing to each other before two operators switch it on, as `operators.is_resale_on` has it. */
const resaleOff: ResaleSwitch = { on: false }
const firstResale = first({
  key: 'resale',
  value: JSON.stringify(resaleOff),
  hash: nodeCrypto.sha256(JSON.stringify(resaleOff)),
})

/** The caps that the database came with, where they are enforced. */
async function firstCaps(db: OperatorsDb): Promise<ParamVersion[]> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, operators.first_caps(key) as value from unnest(${Object.keys(cappedAssets)}::text[]) key`.execute(db)
  return rows.map(({ key, value }) => first({ key, value, hash: nodeCrypto.sha256(value) }))
}

/** Every version of every parameter, rising, the ones the program came with first. */
export async function paramVersions(db: OperatorsDb): Promise<ParamVersion[]> {
  const rows = await db.selectFrom('operators.params').selectAll().orderBy('approved_at').orderBy('version').execute()
  return [
    first({ key: 'options', value: JSON.stringify(firstRows), hash: firstTerms.now().hash }),
    firstContracts,
    firstResale,
    ...(await firstCaps(db)),
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

const valueIn = <V>({ value }: Pick<ParamVersion, 'value'>): V => JSON.parse(value) as V
const tableIn = ({ value }: Pick<ParamVersion, 'value'>) => JSON.parse(value) as z.input<typeof contractTable>
const rowsIn = ({ value }: Pick<ParamVersion, 'value'>): TermRow[] => JSON.parse(value) as TermRow[]

/** The decided terms of options, for the products that trade by them. */
export const decidedTerms = async (db: OperatorsDb): Promise<DecidedTerms[]> =>
  (await paramVersions(db)).flatMap((one) =>
    one.key !== 'options' || one.appliesAt === null
      ? []
      : [{ version: one.version, appliesAt: one.appliesAt, rows: rowsIn(one) }],
  )

/** The decided terms of contracts. */
export const decidedContractTerms = async (db: OperatorsDb): Promise<DecidedContractTerms[]> =>
  (await paramVersions(db)).flatMap((one) =>
    one.key !== 'contracts' || one.appliesAt === null
      ? []
      : [{ version: one.version, appliesAt: one.appliesAt, table: tableIn(one) }],
  )

/** The versions in force at a moment: the newest of each key that held. */
export async function paramsAt(db: OperatorsDb, at: number): Promise<ParamVersion[]> {
  const held = (await paramVersions(db)).filter(({ appliesAt }) => appliesAt === null || appliesAt <= at)
  return [...new Map(held.map((one) => [one.key, one])).values()]
}

/** For the console: what holds, and every version. */
export async function readParams({ db, clock }: SignInDeps) {
  const all = await paramVersions(db)
  const now = clock.now()
  const params = <V>(wanted: ParamKey, valueOf: (one: Pick<ParamVersion, 'value'>) => V) => {
    const versions = all.filter(({ key }) => key === wanted)
    const held = versions.filter(({ appliesAt }) => appliesAt === null || appliesAt <= now)
    return {
      current: held.at(-1)?.version ?? 1,
      versions: versions.map(({ version, value, hash, reason, approvedAt, appliesAt }) => ({
        version,
        value: valueOf({ value }),
        hash,
        reason: reason ?? '',
        approvedAt,
        appliesAt,
      })),
    }
  }
  return {
    options: params('options', rowsIn),
    contracts: params('contracts', tableIn),
    adjustments: params('adjustments', valueIn<AdjustmentCaps>),
    credits: params('credits', valueIn<CreditCaps>),
    resale: params('resale', valueIn<ResaleSwitch>),
  }
}

const newestOf = (versions: readonly ParamVersion[], key: string): number =>
  Math.max(...versions.filter((one) => one.key === key).map(({ version }) => version))

/** The hash by which a value of a key is published, or undefined where it does not fit the key. */
function hashOf({ key, version, value }: { key: string; version: number; value: string }): string | undefined {
  const parsed: unknown = JSON.parse(value)
  if (key === 'options') return Array.isArray(parsed) ? termsOf(version, parsed as TermRow[])?.hash : undefined
  if (key === 'contracts') {
    const fits = 'classes' in (parsed as object) && versionOf(version, parsed as ContractTable) !== undefined
    return fits ? nodeCrypto.sha256(value) : undefined
  }
  if (key === 'resale') return isSwitch(parsed) ? nodeCrypto.sha256(value) : undefined
  return key in cappedAssets && isCaps(parsed, cappedAssets[key as CapsKey]) ? nodeCrypto.sha256(value) : undefined
}

/** The value of a switch is whether it is on, and nothing else. */
const isSwitch = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).join() === 'on' &&
  'on' in value &&
  typeof value.on === 'boolean'

type CapsKey = keyof typeof cappedAssets

/** Caps are of the assets of their key and no others, and no cap has more digits than its asset. */
const isCaps = (value: unknown, assets: readonly (keyof AdjustmentCaps)[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === assets.length &&
  assets.every((asset) => parseUnits((value as Partial<AdjustmentCaps>)[asset], assetScales[asset]) !== undefined)

/** Proposes other parameters. Refuses 40020 a version that is not the next, and a value that could not be used. */
export async function proposeTerms(
  deps: SignInDeps,
  request: z.output<typeof proposeParams.request>,
  call: OperatorCall,
) {
  const { id, reason, assertion, key, version } = request
  const value = JSON.stringify(request.value)
  if (version !== newestOf(await paramVersions(deps.db), key) + 1) throw badField('version', 'notNext')
  if (hashOf({ key, version, value }) === undefined) throw badField('value', 'unfit')
  const values = { key, version: version.toString(), value }
  return propose(deps, { kind: 'params', id, values, reason, assertion }, call)
}

/** The second officer's approval: published at once, in force a day later for all customers at once. */
export async function approveTerms(
  deps: SignInDeps,
  request: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) {
  const approvedAt = deps.clock.now()
  const appliesAt = approvedAt + paramDelayMs
  return approve(
    deps,
    {
      kinds: paramKinds,
      request,
      appliesAt,
      async apply(tx, { id, values: { key = '', version: text, value = '[]' }, reason }) {
        const version = Number(text)
        const hash = hashOf({ key, version, value })
        if (hash === undefined || version !== newestOf(await paramVersions(tx), key) + 1)
          throw badField('version', 'notNext')
        await sql`
          insert into operators.params (key, version, value, hash, reason, request_id, approved_at, applies_at)
          values (${key}, ${version}, ${value}, ${Buffer.from(hash, 'hex')}, ${reason}, ${id}::uuid,
            ${dateOf(approvedAt)}, ${dateOf(appliesAt)})`.execute(tx)
        await endRivals(tx, { id, key, version: version.toString() })
      },
    },
    call,
  )
}
