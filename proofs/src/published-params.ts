import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Crypto, Hex } from './crypto.ts'
import type { Finding, FindingKind } from './findings.ts'
import { optionTermsHash, type OptionTermRow } from './option-terms.ts'
import { insideResponse } from './saved-response.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten } from './strict-json.ts'

/** A version of a parameter as public/params and public/params/changes publish it. `value` is JSON as it was signed. */
export type PublishedParam = {
  readonly key: string
  readonly version: number
  readonly value: string
  readonly hash: Hex
  readonly reason: string | null
  readonly approvedAt: number | null
  readonly appliesAt: number | null
}
/** `hashed`: a hash is not that of what it stands for. `otherTerms`: a receipt was accepted under other terms. */
export type ParamFault = Omit<Finding, 'is'> & { readonly is: FindingKind | 'hashed' | 'otherTerms' }

const line: Shape = { text: /^[^\p{Cc}\p{Cs}]*$/u }
const versionsShape: Shape = {
  list: {
    fields: [
      ['key', { text: /^[A-Za-z]{1,40}$/ }],
      ['version', 'whole'],
      ['value', line],
      ['hash', { text: /^[0-9a-f]{64}$/ }],
      ['reason', { nullable: { text: /^\P{Cs}*$/u } }],
      ['approvedAt', { nullable: 'whole' }],
      ['appliesAt', { nullable: 'whole' }],
    ],
  },
}

const decimal: Shape = { text: /^[0-9]{1,12}(?:\.[0-9]{1,6})?$/ }
const rowsShape: Shape = {
  list: {
    fields: [
      ['limitTime', 'whole'],
      ['min', decimal],
      ['max', decimal],
      ['payoutRate', decimal],
      ['earlySale', 'yesNo'],
    ],
  },
}
type WrittenRow = { limitTime: number; min: string; max: string; payoutRate: string; earlySale: boolean }

/** The terms of options that a value stands for; undefined where it is none. */
export function optionTermsIn(value: string): OptionTermRow[] | undefined {
  try {
    const written = readWritten(value)
    if (compareShape(written, rowsShape, '').length > 0) return undefined
    return (plainOf(written) as WrittenRow[]).map(({ limitTime, min, max, payoutRate, earlySale }) => {
      const units = (text: string): bigint => parseUnits(text, 6) ?? 0n
      return { limitTime, min: units(min), max: units(max), payoutPpm: units(payoutRate), earlySale }
    })
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

/** The hash by which a value is published; undefined where it is no value of its key. */
function hashOf({ key, value }: PublishedParam, crypto: Pick<Crypto, 'sha256'>): Hex | undefined {
  if (key !== 'options') return crypto.sha256(value)
  const table = optionTermsIn(value)
  return table && optionTermsHash(table, crypto)
}

/** Reads a saved response, whole or bare: its form, each version once, and that each hash is that of its value. */
export function readParams(
  text: string,
  crypto: Pick<Crypto, 'sha256'>,
): { readonly findings: readonly ParamFault[]; readonly versions: readonly PublishedParam[] } {
  try {
    const written = insideResponse(readWritten(text), 'key')
    const form = compareShape(written, versionsShape, '')
    if (form.length > 0) return { findings: form, versions: [] }
    const versions = plainOf(written) as PublishedParam[]
    return { findings: versions.flatMap((one, index) => faultsOf(one, { versions, index, crypto })), versions }
  } catch (cause) {
    return { findings: [{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }], versions: [] }
  }
}

function faultsOf(
  one: PublishedParam,
  { versions, index, crypto }: { versions: readonly PublishedParam[]; index: number; crypto: Pick<Crypto, 'sha256'> },
): ParamFault[] {
  const first = versions.findIndex(({ key, version }) => key === one.key && version === one.version)
  if (first < index) return [{ is: 'repeated', at: `[${index}]` }]
  const expected = hashOf(one, crypto)
  if (expected === undefined) return [{ is: 'malformed', at: `[${index}].value` }]
  return expected === one.hash ? [] : [{ is: 'hashed', at: `[${index}].hash`, expected, found: one.hash }]
}
