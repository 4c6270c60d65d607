import { collateralMaxLtv, collateralSaleLtv } from '@evenhand/protocol/collateral-rules.ts'
import { maxByOnePerson } from '@evenhand/protocol/funds.ts'
import { highestLimit } from '@evenhand/protocol/operator-requests.ts'
import { maxOpen } from '@evenhand/protocol/options.ts'
import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import { afterAll, expect, test } from 'vitest'
import { reserveName, reserveShards } from '../src/domains/options/index.ts'
import { testDatabase } from './database.ts'

const database = await testDatabase()
afterAll(() => database.close())

const usdt = 1_000_000n

// A rule that SQL decides by is a function of the database whose value is that of the protocol.
test.each([
  ['options.max_open_orders', BigInt(maxOpen.orders)],
  ['options.max_open_stake', maxOpen.stake],
  ['wallet.max_by_one_person', maxByOnePerson],
  ['wallet.verified_withdrawals', withdrawalLimits.VERIFIED],
  ['wallet.highest_withdrawals', BigInt(highestLimit) * usdt],
  ['loans.collateral_max_ltv', BigInt(collateralMaxLtv)],
  ['loans.collateral_sale_ltv', BigInt(collateralSaleLtv)],
])('%s is that of the protocol', async (name, value) => {
  expect(await database.asOwner(`select ${name}()::text as value`)).toEqual([{ value: String(value) }])
})

test('the reserve of options has the shards that lanes are given', async () => {
  const rows = await database.asOwner(
    `select distinct shards::int as shards from ledger.reserves join ledger.accounts on id = account_id where name = '${reserveName}'`,
  )
  expect(rows).toEqual([{ shards: reserveShards }])
})
