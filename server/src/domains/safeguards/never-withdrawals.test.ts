import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as protocol from '@evenhand/protocol/options.ts'

const domains = new URL('../', import.meta.url)
const source = (path: string): string => readFileSync(new URL(path, domains), 'utf8')
const filesOf = (domain: string): string[] =>
  readdirSync(new URL(`${domain}/`, domains), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${domain}/${name}`)

// Money leaves, and what is open ends, whatever a customer has set or failed, W1. The codes of safeguards are
// not in the closed list of what may refuse a withdrawal, so nothing that moves money out may know of them at all.
it('is imported by nothing that holds or moves money', () => {
  const mayKnow = new Set(['auth', 'safeguards'])
  const others = readdirSync(domains).filter((domain) => !mayKnow.has(domain))
  expect(others).toContain('ledger')
  const importers = others.flatMap(filesOf).filter((path) => /from '[^']*safeguards/.test(source(path)))
  expect(importers).toEqual([])
})

it('is called where an order is placed or quoted, and nowhere else', () => {
  const callers = readdirSync(domains)
    .filter((domain) => domain !== 'safeguards')
    .flatMap(filesOf)
    .filter((path) => /\.mayTrade\(/.test(source(path)))
  expect(callers).toEqual(['contracts/contract-ticket.ts', 'options/quote-options.ts'])
  const pricing = ['ticketOf', 'spendLimits']
  for (const path of [
    'contracts/request-change.ts',
    'options/sell-options.ts',
    'options/settle-options.ts',
    'options/void-unentered.ts',
  ])
    for (const word of pricing) expect(source(path), path).not.toContain(word)
})

it('refuses no early sale: the route does not know its codes', () => {
  const codes = ['excluded', 'quizNeeded', 'coolingOff', 'ownLimitReached', 'notInYourCountry']
  for (const { refusals } of [protocol.sellOptions, protocol.quoteSellOption])
    expect(refusals.filter((key) => codes.includes(key))).toEqual([])
})
