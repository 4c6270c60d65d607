import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defaultLang, languages, type Lang } from '@evenhand/protocol/languages.ts'
import * as z from 'zod/mini'
import { noChains, readChains, type ChainSettings } from './chain-settings.ts'
import { readProviders, type FeedSettings } from './feed-settings.ts'
import { hints } from './hints.ts'
import { mustBeForLive } from './live-settings.ts'
import { readIdentity, type IdentitySettings } from './identity-settings.ts'
import { readRoles, rolesForm, type Roles } from './roles.ts'
import { readSocialLinks, socialLinksForm, type SocialLink } from './social-links.ts'
import { readSocial, type SocialSettings } from './social-settings.ts'
import { readVirusScanner, virusScannerForm, type VirusScannerAddress } from './virus-scanner-address.ts'

const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,5}$/)), z.transform(Number)),
  z.int().check(z.maximum(65_535)),
)
const maxApiProcesses = 32
const apiProcesses = z.pipe(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,2}$/)), z.transform(Number)),
  z.int().check(z.maximum(maxApiProcesses)),
)
/** Two cores are shared best by one process (decision 093); of more, one is left to the rest; eight keep a database busy. */
const defaultApiProcesses = availableParallelism() < 3 ? 0 : Math.min(8, availableParallelism() - 1)
const onOff = z.enum(['on', 'off'])

const variables = z.object({
  PORT: z._default(port, 3000),
  CONSOLE_PORT: z._default(port, 3001),
  HOST: z._default(z.string(), '0.0.0.0'),
  PUBLIC_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/))),
  API_PROCESSES: z.optional(apiProcesses),
  ROLES: z.optional(z.string().check(z.regex(rolesForm))),
  NATS_URL: z.optional(z.string().check(z.regex(/^(?:nats|tls):\/\/[^\s,/]+$/))),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(?:ql)?:\/\//))),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z._default(z.string(), 'Evenhand <no-reply@evenhand.example>'),
  SOCIAL_LINKS: z.optional(z.string().check(z.regex(socialLinksForm))),
  MAIL_REPLY_TO: z.optional(z.string().check(z.regex(/^[^\s<>,;@]+@[^\s<>,;@]+\.[^\s<>,;@]+$/))),
  MODE: z._default(z.enum(['sandbox', 'live']), 'sandbox'),
  FEED: z._default(z.enum(['simulated', 'replay', 'live']), 'simulated'),
  REPLAY_DIR: z.optional(z.string()),
  FEED_FILE: z.optional(z.string()),
  TWELVE_DATA_KEY: z.optional(z.string()),
  ALPACA_KEY_ID: z.optional(z.string()),
  ALPACA_SECRET_KEY: z.optional(z.string()),
  FINNHUB_KEY: z.optional(z.string()),
  DXFEED_URL: z.optional(z.string().check(z.regex(/^wss?:\/\/[^\s]+$/))),
  DXFEED_TOKEN: z.optional(z.string()),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  APPLE_CLIENT_ID: z.optional(z.string()),
  APPLE_TEAM_ID: z.optional(z.string()),
  APPLE_KEY_ID: z.optional(z.string()),
  APPLE_KEY_FILE: z.optional(z.string()),
  PUSH_TEST_ORIGIN: z.optional(z.string().check(z.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/))),
  CHAINS_FILE: z.optional(z.string()),
  RATE_LIMITS: z._default(onOff, 'on'),
  SANDBOX_WEEK: z._default(onOff, 'on'),
  SERVE_APPS: z._default(onOff, 'on'),
  HEADS_DIR: z.optional(z.string()),
  CONSOLE_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/))),
  CONSOLE_ALLOW: z.optional(z.string().check(z.regex(/^[0-9a-fA-F.:/, ]+$/))),
  ALERT_MAIL: z.optional(z.string().check(z.regex(/^[^\s<>;]+$/), z.maxLength(1000))),
  ALERT_LANG: z._default(z.enum(languages.map(({ value }) => value) as [Lang, ...Lang[]]), defaultLang),
  ALERT_WEBHOOK: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s]+$/))),
  ALERT_WEBHOOK_SECRET: z.optional(z.string()),
  FILES_KEY_FILE: z.optional(z.string()),
  DOCUMENT_P12_FILE: z.optional(z.string()),
  DOCUMENT_P12_PASSPHRASE: z._default(z.string(), ''),
  SUMSUB_APP_TOKEN: z.optional(z.string()),
  SUMSUB_SECRET_KEY: z.optional(z.string()),
  SUMSUB_WEBHOOK_SECRET: z.optional(z.string()),
  SUMSUB_LEVEL: z.optional(z.string()),
  SUMSUB_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s]+[^/\s]$/))),
  VERIFF_API_KEY: z.optional(z.string()),
  VERIFF_SECRET: z.optional(z.string()),
  VERIFF_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s]+[^/\s]$/))),
  GEOIP_FILE: z.optional(z.string()),
  SANCTIONS_FILE: z.optional(z.string()),
  VIRUS_SCANNER: z.optional(z.string().check(z.regex(virusScannerForm))),
  TRUST_PROXY: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
})

/** What a person may set, read once at start. Every variable stands in `.env.example`. */
export type Config = {
  port: number
  consolePort: number
  host: string
  /** Processes that serve customers, apart from the one that does all else; 0 where one process does everything. */
  apiProcesses: number
  /** What this machine does of an installation. */
  roles: Roles
  /** Where the processes of several machines exchange messages. */
  natsUrl: string | undefined
  /** The address customers know, without a slash at its end; mails link to it. Undefined in a sandbox that has none. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Where staff read customers' replies to a mail. */
  mailReplyTo: string | undefined
  socialLinks: readonly SocialLink[]
  mode: 'sandbox' | 'live'
  feed: 'simulated' | 'replay' | 'live'
  replayDir: string | undefined
  /** What live prices are configured by; the same whatever the feed is. */
  providers: FeedSettings
  social: SocialSettings
  /** Where coins are sent, and the nodes from which arrivals are read. */
  chains: ChainSettings
  /** One more origin that may be pushed to, beside those of browsers' makers; a sandbox alone has one. */
  pushTestOrigin: string | undefined
  rateLimits: boolean
  /** Whether a new sandbox begins with a week of its first customer. */
  sandboxWeek: boolean
  /** Whether both apps are built and served; off where a development server serves them. */
  serveApps: boolean
  headsDir: string | undefined
  /** The address operators know, without a slash at its end; their passkeys are made for it. */
  consoleUrl: string | undefined
  /** Networks that may call the console at all; empty for every. */
  consoleAllow: readonly string[]
  /** Who is notified when something is wrong, beside the dashboard. */
  alerts: {
    mails: readonly string[]
    lang: Lang
    webhook: { url: string; secret: string | undefined } | undefined
  }
  /** The keys that wrap the keys of customers' files; a sandbox has one of its own making under `dataDir`. */
  filesKeyFile: string | undefined
  /** The certificate that documents are signed with; without it one that the installation makes for itself. */
  documentP12: { file: string; passphrase: string } | undefined
  /** Which provider checks identity documents beside our operators. */
  identity: IdentitySettings
  /** Countries by address, a file in the MaxMind DB format; without it the declared country counts alone. */
  geoipFile: string | undefined
  /** Addresses that nothing is paid to, for the payout; without it none is screened. */
  sanctionsFile: string | undefined
  /** Where a clamd listens that scans uploads; without it they are not scanned. */
  virusScanner: VirusScannerAddress | undefined
  trustProxy: string | false
  logLevel: string
}

/** What is wrong with the set-up, as one sentence that states what to do. Printed alone, without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}

/** Reads the environment. Refuses with one sentence a variable that is missing or malformed, or live mode with sandbox settings. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = z.safeParse(variables, set)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw new SetupError(
      `${name} is "${set[name]}", but it must be ${hints.get(name) ?? 'set differently'}: change it and start again.`,
    )
  }
  const v = parsed.data
  if (v.FEED === 'replay' && v.REPLAY_DIR === undefined) {
    throw new SetupError(
      'FEED=replay needs REPLAY_DIR, the folder with the recordings: set it, or leave FEED out for simulated prices.',
    )
  }
  if (v.MODE === 'live') orRefuse(() => mustBeForLive(v))
  const roles = orRefuse(() => readRoles(listOf(v.ROLES), v.DATABASE_URL))
  return {
    port: v.PORT,
    consolePort: v.CONSOLE_PORT,
    host: v.HOST,
    apiProcesses: roles.has('api') ? (v.API_PROCESSES ?? defaultApiProcesses) : 0,
    roles,
    natsUrl: v.NATS_URL,
    publicUrl: v.PUBLIC_URL,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    mailReplyTo: v.MAIL_REPLY_TO,
    socialLinks: readSocialLinks(listOf(v.SOCIAL_LINKS)),
    mode: v.MODE,
    feed: v.FEED,
    replayDir: v.REPLAY_DIR === undefined ? undefined : resolve(v.REPLAY_DIR),
    providers: providersOf(v),
    social: orRefuse(() => readSocial(v)),
    chains: v.CHAINS_FILE === undefined ? noChains : contentOf('CHAINS_FILE', v.CHAINS_FILE, readChains),
    pushTestOrigin: v.PUSH_TEST_ORIGIN,
    rateLimits: v.RATE_LIMITS === 'on',
    sandboxWeek: v.SANDBOX_WEEK === 'on' && v.MODE === 'sandbox' && v.FEED === 'simulated',
    serveApps: v.SERVE_APPS === 'on',
    headsDir: v.HEADS_DIR === undefined ? undefined : resolve(v.HEADS_DIR),
    consoleUrl: v.CONSOLE_URL,
    consoleAllow: listOf(v.CONSOLE_ALLOW),
    alerts: {
      mails: listOf(v.ALERT_MAIL),
      lang: v.ALERT_LANG,
      webhook: v.ALERT_WEBHOOK === undefined ? undefined : { url: v.ALERT_WEBHOOK, secret: v.ALERT_WEBHOOK_SECRET },
    },
    filesKeyFile: v.FILES_KEY_FILE === undefined ? undefined : resolve(v.FILES_KEY_FILE),
    documentP12:
      v.DOCUMENT_P12_FILE === undefined
        ? undefined
        : { file: resolve(v.DOCUMENT_P12_FILE), passphrase: v.DOCUMENT_P12_PASSPHRASE },
    identity: orRefuse(() => readIdentity(v)),
    geoipFile: v.GEOIP_FILE === undefined ? undefined : resolve(v.GEOIP_FILE),
    sanctionsFile: v.SANCTIONS_FILE === undefined ? undefined : resolve(v.SANCTIONS_FILE),
    virusScanner: v.VIRUS_SCANNER === undefined ? undefined : readVirusScanner(v.VIRUS_SCANNER),
    trustProxy: v.TRUST_PROXY ?? false,
    logLevel: v.LOG_LEVEL,
  }
}

/** The parts of a list with commas between them. */
const listOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What `read` reads; a sentence that it throws refuses the start. */
function orRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new SetupError((cause as Error).message, { cause })
  }
}

function providersOf(v: z.infer<typeof variables>): FeedSettings {
  if ((v.ALPACA_KEY_ID === undefined) !== (v.ALPACA_SECRET_KEY === undefined))
    throw new SetupError(
      'ALPACA_KEY_ID and ALPACA_SECRET_KEY belong together, but only one is set: set both or neither.',
    )
  if (v.DXFEED_TOKEN !== undefined && v.DXFEED_URL === undefined)
    throw new SetupError('DXFEED_TOKEN is set without DXFEED_URL, the address of your dxLink endpoint: set both.')
  return {
    keys: {
      ...(v.TWELVE_DATA_KEY === undefined ? {} : { twelveData: v.TWELVE_DATA_KEY }),
      ...(v.ALPACA_KEY_ID === undefined || v.ALPACA_SECRET_KEY === undefined
        ? {}
        : { alpaca: { keyId: v.ALPACA_KEY_ID, secret: v.ALPACA_SECRET_KEY } }),
      ...(v.FINNHUB_KEY === undefined ? {} : { finnhub: v.FINNHUB_KEY }),
      ...(v.DXFEED_URL === undefined ? {} : { dxfeed: { url: v.DXFEED_URL, token: v.DXFEED_TOKEN ?? '' } }),
    },
    providers: v.FEED_FILE === undefined ? {} : contentOf('FEED_FILE', v.FEED_FILE, readProviders),
  }
}

/** What `read` finds in the file that the variable `name` names; refuses the start where it cannot be used. */
function contentOf<T>(name: string, file: string, read: (path: string) => T): T {
  const path = resolve(file)
  try {
    return read(path)
  } catch (cause) {
    throw new SetupError(
      `${name} ${path} cannot be used (${(cause as Error).message}): mend it, or leave ${name} out.`,
      { cause },
    )
  }
}
