import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { openPool, owned, sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import type { DepositsDb } from './deposits.store.ts'
import { creditArrival, keepAddresses, openArrivals, reverseArrival, seeTransfer } from './arrivals.store.ts'
import { loseBlocks } from '../../../test/fixtures/watched-chain.ts'

// Blocks come, go and come back, customers claim what is theirs and what is not, operators believe them, money is spent:
// in whatever order, and several at the same moment.

let fixture: DepositsFixture
let db: DepositsDb
let made = 0
beforeAll(async () => {
  fixture = await depositsFixture({ addresses: { tron: { own: true } } })
  db = owned<'deposits'>(openPool({ url: fixture.database.url(), role: 'chain', max: 4 }))
})
afterAll(async () => {
  await db.destroy()
  await fixture.close()
})

const units = 150_000_000n
const headAfter = 100_000n
type Owner = { call: Call; address: string; spent: bigint }
type Transfer = { txHash: string; vout: number; owner: number }

async function customers(): Promise<Owner[]> {
  const addresses = [1, 2].map((n) => `address-${(made += 1)}-${n}`)
  await keepAddresses(db, { chain: 'tron', addresses })
  const owners: Owner[] = []
  for (let n = 0; n < 2; n++) {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const [, parameter] = fixture.deposits.parameters().find(([name]) => name === 'deposit_USDT_TRC20') ?? []
    owners.push({ call, address: (await parameter?.(call))?.address ?? '', spent: 0n })
  }
  return owners
}

const steps = {
  async see(transfer: Transfer, owners: Owner[], height: number): Promise<void> {
    const { txHash, vout, owner } = transfer
    const seen = {
      coin: 'USDT',
      network: 'TRC20',
      txHash,
      vout,
      to: owners[owner]?.address ?? '',
      from: null,
      units,
    } as const
    const at = fixture.clock.now()
    await seeTransfer(db, { id: uuidV7(at), chain: 'tron', transfer: seen, height: BigInt(height), at })
  },
  async settle(): Promise<void> {
    for (const { id, network, status } of await openArrivals(db, 'tron')) {
      const final = { id, network, head: headAfter * 2n, at: fixture.clock.now() }
      await (status === 'CONFIRMING' ? creditArrival(db, { ...final, usdt: units }) : reverseArrival(db, final))
    }
  },
  async lose(_transfer: Transfer, _owners: Owner[], height: number): Promise<void> {
    await loseBlocks(db, { chain: 'tron', from: BigInt(height), head: headAfter })
  },
  async claim({ txHash }: Transfer, owners: Owner[], height: number): Promise<void> {
    const call = owners[height % 2]?.call
    if (call === undefined) return
    const request = {
      coin: 'USDT',
      network: 'TRC20',
      amount: '150',
      last6: 'abcdef',
      txHash,
      proofFileId: proof,
    } as const
    const { id, round } = (await fixture.deposits.submit(request, call)) as unknown as SeenDeposit
    // The second operator confirms that it is right.
    await fixture.operate('deposits/:id/credit', {
      id,
      round: round ?? 1,
      amount: '150',
      reason: 'believed',
      assertion,
    })
  },
  async spend(_transfer: Transfer, owners: Owner[], height: number): Promise<void> {
    const owner = owners[height % 2]
    if (owner === undefined || (await fixture.free(owner.call, 'USDT')) < 50_000_000n) return
    await fixture.spend(owner.call, 'USDT', 50_000_000n)
    owner.spent += 50_000_000n
  },
}
// Blocks are more often read than believed.
const names = ['see', 'see', 'see', 'settle', 'settle', 'lose', 'spend', 'claim'] as const

/** What a customer has is what was credited and stands, less what was spent, and what is owed explains the rest. */
async function addsUp({ call, spent }: Owner): Promise<void> {
  const { rows } = await sql<{ credited: bigint; owed: bigint }>`
    select coalesce(sum(d.credited) filter (where d.status = 'CREDITED'), 0)::bigint as credited,
      (select coalesce(sum(b.amount), 0)::bigint from wallet.debts b where b.customer_id = ${call.session.customerId}) as owed
    from wallet.deposits d where d.customer_id = ${call.session.customerId}`.execute(db)
  const { credited = 0n, owed = 0n } = rows[0] ?? {}
  expect(await fixture.free(call, 'USDT')).toBe(credited - spent + owed)
}

const step = fc.record({ name: fc.constantFrom(...names), transfer: fc.nat(2), height: fc.integer({ min: 1, max: 6 }) })

it('adds up and credits no output twice, whatever comes in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 14 }), async (moments) => {
      const owners = await customers()
      // Two of one transaction, which pays both, and one of another.
      const [both, other] = [hashOf((made += 1) + 0x1000), hashOf((made += 1) + 0x1000)]
      const transfers: Transfer[] = [
        { txHash: both, vout: 1, owner: 0 },
        { txHash: both, vout: 2, owner: 1 },
        { txHash: other, vout: 1, owner: 0 },
      ]
      for (const moment of moments) {
        const did = await Promise.allSettled(
          moment.map(({ name, transfer, height }) => steps[name](transfers[transfer] as Transfer, owners, height)),
        )
        for (const one of did)
          // Two that spend at once may find that the other had it.
          if (
            one.status === 'rejected' &&
            !(one.reason instanceof Refusal) &&
            !/balances_free_check/.test(String(one.reason))
          )
            throw one.reason
      }
      for (const owner of owners) await addsUp(owner)
      expect(await fixture.broken()).toEqual([])
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wallet.credits c where c.reversed_entry is null and c.tx_hash = any (${[both, other]})
        group by c.tx_hash having bool_or(c.by_hand) and count(*) > 1`.execute(db)
      expect(rows).toEqual([])
    }),
    { numRuns: 40 },
  )
})
