import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticesFixture, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import { notifyTerms } from './notify-terms.ts'

let fixture: NoticesFixture
beforeAll(async () => void (fixture = await noticesFixture()))
afterAll(() => fixture.close())

const row = (payoutRate: string, max = '1000.00') => ({ limitTime: 60, min: '1.00', max, payoutRate, earlySale: false })
const first = [row('0.94')]
const people = 1201
const notified = async (): Promise<{ n: number; once: number }[]> =>
  (await fixture.database.asOwner(
    `select count(*)::int as n, count(distinct account_id)::int as once from notices.notices where template = 'params.changed'`,
  )) as { n: number; once: number }[]

it('notifies every customer who has traded, once, and goes on where it stopped', async () => {
  const decided = [
    { version: 2, appliesAt: fixture.clock.now() - 1, rows: [row('0.92')] },
    { version: 3, appliesAt: fixture.clock.now() + 86_400_000, rows: [row('0.9', '500.00')] },
  ]
  let steps = 0
  const traders = async ({ after, limit }: { after: bigint; limit: number }) => {
    steps += 1
    // The process dies in the middle of the second step.
    if (steps === 2) throw new Error('the process died here')
    return Array.from({ length: Math.min(limit, people - Number(after)) }, (_, at) => ({
      accountId: after + BigInt(at + 1),
      open: after === 0n && at === 0,
    }))
  }
  const input = { clock: fixture.clock, notices: fixture.notices, options: { traders }, first }
  const termsNotices = () => notifyTerms({ ...input, decided: async () => decided })
  await expect(termsNotices().run()).rejects.toThrow('died')
  expect(await notified()).toEqual([{ n: 500, once: 500 }])
  // Another process goes on, two at once, and again later.
  await Promise.all([termsNotices().run(), termsNotices().run()])
  await termsNotices().run()
  expect(await notified()).toEqual([{ n: people, once: people }])
  const [one] = await fixture.database.asOwner(
    `select category, params from notices.notices where account_id = 1 and template = 'params.changed'`,
  )
  expect(one).toEqual({
    category: 'LEGAL',
    params: {
      version: 3,
      at: decided[1]?.appliesAt,
      changes: '60 s: 92% → 90%, 1.00–1000.00 USDT → 1.00–500.00 USDT',
      open: 'yes',
    },
  })
})
