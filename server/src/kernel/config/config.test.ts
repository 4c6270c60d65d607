import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig, SetupError } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (text: string): string => {
  const path = join(folder, 'providers.json')
  writeFileSync(path, text)
  return path
}
const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (cause) {
    expect(cause).toBeInstanceOf(SetupError)
    return (cause as Error).message
  }
  throw new Error('was not refused')
}

test('a live installation takes live prices, a mail server and rate limits, and nothing less', () => {
  const live = {
    MODE: 'live',
    MAIL_REPLY_TO: 'support@trade.example',
    FEED: 'live',
    SMTP_URL: 'smtp://mail.example',
    PUBLIC_URL: 'https://trade.example',
    FILES_KEY_FILE: '/keys/files.key',
  }
  expect(readConfig(live)).toMatchObject({ mode: 'live', feed: 'live', rateLimits: true })
  expect(refusalOf({ ...live, FEED: 'simulated' })).toContain('FEED=simulated')
  expect(refusalOf({ ...live, FEED: '' })).toContain('set FEED=live')
  expect(refusalOf({ ...live, FEED: 'replay', REPLAY_DIR: '/data' })).toContain('FEED=replay')
  expect(refusalOf({ ...live, RATE_LIMITS: 'off' })).toContain('RATE_LIMITS=off')
  expect(refusalOf({ ...live, SMTP_URL: '' })).toContain('SMTP_URL')
  for (const MAIL_REPLY_TO of ['', 'Support', 'a@b.example, c@d.example'])
    expect(refusalOf({ ...live, MAIL_REPLY_TO })).toContain('MAIL_REPLY_TO')
  expect(refusalOf({ ...live, PUSH_TEST_ORIGIN: 'http://127.0.0.1:9999' })).toContain('PUSH_TEST_ORIGIN')
  expect(refusalOf({ ...live, FILES_KEY_FILE: '' })).toContain('FILES_KEY_FILE')
  for (const PUBLIC_URL of ['', 'http://trade.example', 'https://trade.example/', 'trade.example'])
    expect(refusalOf({ ...live, PUBLIC_URL })).toContain('PUBLIC_URL')
})

test('a machine has every role unless it is given some; without prices it needs the database of others', () => {
  expect([...readConfig({}).roles].toSorted()).toEqual(['api', 'clock', 'console', 'feed'])
  const shared = { DATABASE_URL: 'postgres://a:b@db:5432/evenhand', NATS_URL: 'nats://n:4222', API_PROCESSES: '3' }
  const api = readConfig({ ...shared, ROLES: 'api' })
  expect(api).toMatchObject({ roles: new Set(['api']), apiProcesses: 3, natsUrl: 'nats://n:4222' })
  expect(readConfig({ ...shared, ROLES: 'feed, clock' })).toMatchObject({ roles: new Set(['feed', 'clock']), apiProcesses: 0 }) // prettier-ignore
  expect(refusalOf({ ROLES: 'api,console' })).toBe(
    'ROLES=api,console leaves the prices to another machine and needs DATABASE_URL, the database of both: set it, or add feed.',
  )
  for (const ROLES of ['gateway', 'api;feed', 'api,,feed', ',']) expect(refusalOf({ ROLES })).toContain('some of api')
  for (const NATS_URL of ['n:4222', 'http://n', 'nats://', 'nats://a, nats://b'])
    expect(refusalOf({ NATS_URL })).toContain('nats://user:password@host:4222')
})

test('live prices need no key; each key is passed on by its vendor', () => {
  expect(readConfig({ FEED: 'live' }).providers).toEqual({ keys: {}, providers: {} })
  const env = {
    TWELVE_DATA_KEY: 't',
    ALPACA_KEY_ID: 'a',
    ALPACA_SECRET_KEY: 's',
    FINNHUB_KEY: 'f',
    DXFEED_URL: 'wss://d',
  }
  expect(readConfig({ FEED: 'live', ...env }).providers.keys).toEqual({
    twelveData: 't',
    alpaca: { keyId: 'a', secret: 's' },
    finnhub: 'f',
    dxfeed: { url: 'wss://d', token: '' },
  })
})

test('half a key is refused, and no refusal shows a key', () => {
  expect(refusalOf({ ALPACA_KEY_ID: 'mine' })).toMatch(/^(?!.*mine).*belong together/)
  expect(refusalOf({ ALPACA_SECRET_KEY: 'mine' })).toMatch(/^(?!.*mine).*belong together/)
  expect(refusalOf({ DXFEED_TOKEN: 'mine' })).toMatch(/^(?!.*mine).*DXFEED_URL/)
  expect(refusalOf({ DXFEED_URL: 'https://d' })).toContain('DXFEED_URL')
})

test('the file of providers is read', () => {
  const settings = {
    binance: { url: 'ws://127.0.0.1:9/', directory: null, symbols: { BTCUSDT: 'BTCUSDT', ETHUSDT: null } },
    okx: { off: true },
    alpaca: { maxSymbols: 100, codes: ['AAPL'], tape: 'sip' },
  }
  expect(readConfig({ FEED_FILE: fileOf(JSON.stringify(settings)) }).providers.providers).toEqual(settings)
})

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'it is not a list of providers'],
  ['{"okx":{"of":true}}', 'okx has no setting of'],
  ['{"okx":{"off":"yes"}}', 'okx.off is not what it may be'],
  ['{"okx":{"url":"file:///etc/passwd"}}', 'okx.url is not what it may be'],
  ['{"okx":{"symbols":{"BTCUSDT":5}}}', 'okx.symbols.BTCUSDT is not what it may be'],
  ['{"okx":{"maxSymbols":0}}', 'okx.maxSymbols is not what it may be'],
  ['{"okx":{"framesPerSecond":1e9}}', 'okx.framesPerSecond is not what it may be'],
])('a file of providers that reports %s is refused in one sentence', (text, why) => {
  const path = fileOf(text)
  expect(refusalOf({ FEED_FILE: path })).toBe(
    `FEED_FILE ${path} cannot be used (${why}): mend it, or leave FEED_FILE out.`,
  )
})

test('a file of providers that is not there is refused in one sentence', () => {
  expect(refusalOf({ FEED_FILE: join(folder, 'nowhere.json') })).toContain('it cannot be read')
})
