import { hash } from 'node:crypto'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'

/** What a notice shows of where a call came from: a network, and the program by its name; null where it is unknown. */
export type Trace = { readonly place: string; readonly browser: string | null; readonly system: string | null }

/** The network of an address: 203.0.113.* or 2001:db8:7::/48, so that a list of sign-ins is no record of movements. */
export function networkOf(ip: string): string {
  const bucket = ipBucketOf(ip)
  if (bucket === 'unknown') return ''
  if (!bucket.includes(':')) return `${bucket.split('.').slice(0, 3).join('.')}.*`
  return `${bucket.split(':').slice(0, 3).join(':')}::/48`
}

// In this order: most browsers name those they descend from as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:FxiOS|Firefox)\//, 'Firefox'],
  [/\b(?:CriOS|Chrome|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(?:node|undici)\b/, 'Node.js'],
  [/^python-requests\/|^Python\//, 'Python'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const named = (list: typeof browsers, agent: string): string | null =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** What a caller shows of itself. Versions are left out: an update is no new device. */
export const traceOf = ({ ip, userAgent }: { ip: string; userAgent: string }): Trace => ({
  place: networkOf(ip),
  browser: named(browsers, userAgent),
  system: named(systems, userAgent),
})

/** Under which a customer's device is known: no two customers' devices compare. */
export const deviceKey = (customerId: string, { place, browser, system }: Trace): Buffer =>
  hash('sha256', JSON.stringify([customerId, place, browser, system]), 'buffer')
