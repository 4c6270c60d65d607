import { resolve } from 'node:path'
import * as z from 'zod/mini'

const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,5}$/)), z.transform(Number)),
  z.int().check(z.maximum(65_535)),
)
const onOff = z.enum(['on', 'off'])

const variables = z.object({
  PORT: z._default(port, 3000),
  CONSOLE_PORT: z._default(port, 3001),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(?:ql)?:\/\//))),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z._default(z.string(), 'Evenhand <no-reply@evenhand.example>'),
  MODE: z._default(z.enum(['sandbox', 'live']), 'sandbox'),
  FEED: z._default(z.enum(['simulated', 'replay']), 'simulated'),
  REPLAY_DIR: z.optional(z.string()),
  RATE_LIMITS: z._default(onOff, 'on'),
  HEADS_DIR: z.optional(z.string()),
  TRUST_PROXY: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
})

/** What a person may set, read once at start. Every variable stands in `.env.example`. */
export type Config = {
  port: number
  consolePort: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  mode: 'sandbox' | 'live'
  feed: 'simulated' | 'replay'
  replayDir: string | undefined
  rateLimits: boolean
  headsDir: string | undefined
  trustProxy: string | false
  logLevel: string
}

/** What is wrong with the set-up, as one sentence that says what to do. Printed alone, without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}

const hints: Record<string, string> = {
  PORT: 'a port number from 0 to 65535',
  CONSOLE_PORT: 'a port number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/evenhand',
  SMTP_URL: 'an address such as smtps://user:password@mail.example:465',
  MODE: 'sandbox or live',
  FEED: 'simulated or replay',
  RATE_LIMITS: 'on or off',
  LOG_LEVEL: 'debug, info, warn, error or silent',
}

/** Reads the environment. Refuses with one sentence a variable that is missing or malformed, or live mode with sandbox settings. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = z.safeParse(variables, set)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw new SetupError(
      `${name} is "${set[name]}", but it must be ${hints[name] ?? 'set differently'}: change it and start again.`,
    )
  }
  const v = parsed.data
  if (v.FEED === 'replay' && v.REPLAY_DIR === undefined) {
    throw new SetupError(
      'FEED=replay needs REPLAY_DIR, the folder with the recordings: set it, or leave FEED out for simulated prices.',
    )
  }
  if (v.MODE === 'live') refuseSandboxSettings(v)
  return {
    port: v.PORT,
    consolePort: v.CONSOLE_PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    mode: v.MODE,
    feed: v.FEED,
    replayDir: v.REPLAY_DIR === undefined ? undefined : resolve(v.REPLAY_DIR),
    rateLimits: v.RATE_LIMITS === 'on',
    headsDir: v.HEADS_DIR === undefined ? undefined : resolve(v.HEADS_DIR),
    trustProxy: v.TRUST_PROXY ?? false,
    logLevel: v.LOG_LEVEL,
  }
}

function refuseSandboxSettings(v: { RATE_LIMITS: string; SMTP_URL?: string | undefined; FEED: string }): void {
  if (v.RATE_LIMITS === 'off')
    throw new SetupError('MODE=live refuses RATE_LIMITS=off, which is for load tests in a sandbox: remove it.')
  if (v.SMTP_URL === undefined)
    throw new SetupError(
      'MODE=live needs SMTP_URL, because codes are sent by mail and a live installation has no mailbox page: set it.',
    )
  throw new SetupError(
    `MODE=live refuses FEED=${v.FEED}: real money needs live price sources, which this version does not have yet. Use MODE=sandbox.`,
  )
}
