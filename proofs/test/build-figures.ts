import { nodeCrypto } from '../src/crypto-node.ts'
import { signFigures, type PublicFigure } from '../src/figures.ts'
import { noon, type TestKey } from './build-receipts.ts'

const sqlOf = { registeredUsers: 'select count(*)\n  from accounts', volume24h: 'select sum(stake) from orders' }
type Counted = keyof typeof sqlOf

/** The SQL of the figures below, as it is published with its hash. */
export const queries = Object.values(sqlOf).map((sql) => ({ hash: nodeCrypto.sha256(sql), sql }))

const counted = (name: Counted, value: string | null, asOf: number): PublicFigure => ({
  name,
  value,
  asOf,
  formula: `all of ${name}`,
  query: `${name}/1`,
  sqlHash: nodeCrypto.sha256(sqlOf[name]),
})

/** Figures of a moment under a signature: one of the terms in force, two that are counted, of which one has no basis yet. */
export const makeFigures = ({ signer }: Pick<TestKey, 'signer'>, at = noon) =>
  signFigures(
    {
      v: 1,
      origin: 'evenhand/test',
      at,
      figures: [
        { name: 'lowestFeePct', value: '0.05', asOf: at, formula: 'the smallest fee', query: null, sqlHash: null },
        counted('registeredUsers', '42', at - 1_000),
        counted('volume24h', null, at),
      ],
    },
    signer,
  )

/** What public/stats returns. */
export const makeStats = (key: Pick<TestKey, 'signer'>) => ({ ...makeFigures(key), queries })

/** What public/stats/history returns: two statements, an hour apart. */
export const makeHistory = (key: Pick<TestKey, 'signer'>) => ({
  statements: [makeFigures(key), makeFigures(key, noon - 3_600_000)],
  queries: queries.map((query) => ({ ...query, firstAt: noon })),
})
