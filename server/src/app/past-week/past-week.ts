import { join } from 'node:path'
import { weekMs } from '@evenhand/protocol/durations.ts'
import { hasCustomers } from '../../domains/accounts/index.ts'
import { seedsOf, simulatedPrices } from '../../domains/markets/index.ts'
import { openSecret } from '../../kernel/crypto/secret.ts'
import { openOwner, openPool, owned } from '../../kernel/db/db.ts'
import { movableClock } from '../../kernel/time/movable-clock.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { createPayout } from '../../payout/payout.ts'
import { sandboxSigner } from '../../payout/sandbox-signer.ts'
import { advanceTo, endPast, moveClockTo, setClockBack } from '../../sandbox/past-clock.ts'
import { openProduct, type ProductParams } from '../product.ts'
import { customerAt, operatorAt } from './callers.ts'
import { playWeek, reachPresent, type Week } from './week.ts'

/** How long it may take of a start; what is not played by then is left out. */
const boundMs = 30_000

type Params = Omit<ProductParams, 'clock' | 'movable'> & {
  /** Prints why the start takes longer this once. */
  announce: (sentence: string) => void
}

async function asOwner<R>(url: string, run: (owner: ReturnType<typeof openOwner>) => Promise<R>): Promise<R> {
  const owner = openOwner(url)
  return run(owner).finally(() => owner.destroy())
}

/**
 * Gives the sandbox's first customer a week behind her, once, before anybody can come: a product of its own on the same
 * database, whose clock begins a week ago and is moved on, receives what a page, two operators and the payout would do. So
 * every price is recorded, every order settled and every entry sealed by the use cases themselves, and every check of the
 * books holds for this week as for any other. Whatever happens in it, the clock is at the present when it ends.
 */
export async function playPastWeek({ announce, ...params }: Params): Promise<void> {
  const { config, url, log } = params
  const isUsed = await asOwner(url, (owner) => hasCustomers(owned<'accounts'>(owner)))
  if (isUsed) return asOwner(url, (owner) => endPast(owned<'sandbox'>(owner)))
  announce('A new sandbox: plays a week of orders, deposits and withdrawals first, some seconds, this once.')
  await asOwner(url, (owner) => setClockBack(owned<'sandbox'>(owner), weekMs))
  const clock = movableClock(systemClock, -weekMs)
  const recorded = new Set<string>()
  const product = await openProduct({
    ...params,
    // A week is played in seconds, which is faster than anybody may order.
    config: { ...config, rateLimits: false },
    clock,
    movable: clock,
    records: (code) => recorded.has(code),
  })
  const paying = openPool({ url, role: 'payout', max: 2 })
  const moving = openPool({ url, role: 'api', max: 1 })
  const began = clock.monotonic()
  try {
    await product.start()
    const payout = createPayout({
      db: owned<'withdrawals'>(paying),
      clock,
      log,
      mode: 'sandbox',
      signer: sandboxSigner({
        key: openSecret(join(config.dataDir, 'keys', 'payout.key')),
        file: join(config.dataDir, 'payout', 'sandbox-chain.jsonl'),
        clock,
      }),
      precisionOf: (code) => product.markets.instrument(code)?.precision,
    })
    const week: Week = {
      product,
      amy: customerAt(product.app, { name: 'amy', password: 'amy-tries-things' }),
      operator: (role) => operatorAt(product.operators, { name: `sandbox-${role}`, password: `${role}-tries-things` }),
      priceAt: simulatedPrices(seedsOf(params.simulationSecret)),
      payout,
      recorded,
      now: clock.now,
      present: systemClock.now,
      advanceTo: (at) => advanceTo(clock, at),
      moveTo: (at) => moveClockTo(owned<'sandbox'>(moving), clock, at),
      isOver: () => clock.monotonic() - began > boundMs,
    }
    // However far the week came, the present begins with what is listed.
    await playWeek(week).finally(() => reachPresent(week))
  } catch (cause) {
    log.warn({ cause: String(cause) }, 'the sandbox’s past week is incomplete')
  } finally {
    await product.stop()
    await Promise.all([paying.destroy(), moving.destroy()])
    await asOwner(url, (owner) => endPast(owned<'sandbox'>(owner)))
  }
}
