import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { operatorWithdrawalJourneys } from '../../console/test/withdrawal-journeys.ts'
import { openBrowser } from './browser.ts'
import { collectibleJourney } from './collectible-journey.ts'
import { loanJourney } from './loan-journey.ts'
import { optionJourney } from './option-journey.ts'
import { planJourney } from './plan-journey.ts'
import { startServer, type RealServer } from './real-server.ts'
import { safeguardsJourneys } from './safeguards-journeys.ts'
import { advanceClock } from './sandbox-clock.ts'
import { withdrawalJourneys } from './withdrawal-journeys.ts'

// A server of their own, because its clock is moved; one for all of them, because each start costs seconds.
let server: RealServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ chain: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const fixture = {
  browser: () => browser,
  server: () => server,
  origin: () => server.origin,
  advance: (ms: number) => advanceClock(server.origin, ms),
}
describe('a plan', () => planJourney(fixture))
describe('collectibles', () => collectibleJourney(fixture))
describe('a loan', () => loanJourney(fixture))
describe('an option', () => optionJourney(fixture))
describe('safeguards', () => safeguardsJourneys(fixture))
describe('money out', () => withdrawalJourneys(fixture))
describe('money out, by operators', () => operatorWithdrawalJourneys(fixture))
