import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { optionTermsHash } from '@evenhand/proofs/option-terms.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { termBounds } from '@evenhand/protocol/operator-requests.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { firstVersionOnly, openVersionBook, type VersionBook } from '../../kernel/module/version-book.ts'
import type { Log } from '../../kernel/log.ts'
import { paramsVersion, products, rateText, type Product } from './options.rules.ts'

/** The terms of a version. Quotes and orders under it keep them, whatever comes later. */
export type Terms = {
  readonly version: number
  readonly products: readonly Product[]
  /** SHA-256 over the whole table; stands in every receipt. */
  readonly hash: string
}

/** A limit time as it is written in a decision and shown on the instrument page. */
export type TermRow = { limitTime: number; min: string; max: string; payoutRate: string; earlySale: boolean }
/** A version that two officers decided, and from when it holds, epoch ms. */
export type DecidedTerms = { version: number; appliesAt: number; rows: readonly TermRow[] }

export type TermsBook = VersionBook<Terms>

const hashOf = (table: readonly Product[]): string => optionTermsHash(table, nodeCrypto)

const first: Terms = { version: paramsVersion, products, hash: hashOf(products) }

/** The terms the program came with, as they are written. */
export const rowsOf = (terms: Pick<Terms, 'products'>): TermRow[] =>
  terms.products.map((one) => ({
    limitTime: one.limitTime,
    min: formatUnits(one.min, 6, 2),
    max: formatUnits(one.max, 6, 2),
    payoutRate: rateText(one.payoutPpm),
    earlySale: one.earlySale,
  }))
export const firstRows: readonly TermRow[] = rowsOf(first)

/**
 * The terms that rows stand for; undefined where they are none: other limit times or early sales than the first version,
 * which open orders rely on, a stake or a rate out of bounds.
 */
export function termsOf(version: number, rows: readonly TermRow[]): Terms | undefined {
  if (rows.length !== products.length) return undefined
  const table: Product[] = []
  for (const [index, one] of products.entries()) {
    const row = rows[index]
    const min = parseUnits(row?.min, 6)
    const max = parseUnits(row?.max, 6)
    const payoutPpm = parseUnits(row?.payoutRate, 6)
    if (row === undefined || min === undefined || max === undefined || payoutPpm === undefined) return undefined
    const fits =
      row.limitTime === one.limitTime &&
      row.earlySale === one.earlySale &&
      min >= termBounds.stake[0] &&
      min <= max &&
      max <= termBounds.stake[1] &&
      payoutPpm >= termBounds.payoutPpm[0] &&
      payoutPpm <= termBounds.payoutPpm[1]
    if (!fits) return undefined
    table.push({ ...one, min, max, payoutPpm })
  }
  return { version, products: table, hash: hashOf(table) }
}

/** A book of the first version alone: the terms where no operator has decided any. */
export const firstTerms: TermsBook = firstVersionOnly(first)

export type TermsBookParams = {
  /** Every decided version, rising. */
  read: () => Promise<readonly DecidedTerms[]>
  clock: Clock
  log: Log
}

/** The versions of the terms by the clock of the product. */
export const openTermsBook = (params: TermsBookParams) =>
  openVersionBook({
    ...params,
    what: 'terms of options',
    first,
    parse: ({ version, rows }: DecidedTerms) => termsOf(version, rows),
  })
