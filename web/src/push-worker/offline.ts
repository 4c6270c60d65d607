import { offlineCacheName } from '../lib/offline-cache.ts'

// What lets a reload without a network show the app's own page with what was last known.

const cacheName = 'evenhand'
/** Pages, parts and lists kept at most. */
const maxKept = 300
/** The page is one for every address: its script decides what is shown. */
const pageKey = '/'

const isPart = (path: string): boolean => /^\/(?:assets|logos)\/|^\/favicon\.svg$/.test(path)
/** What everybody may see, with its own time, which shows its age. */
const isPublicList = (path: string): boolean =>
  /^\/swx\/customer\/(?:index\/(?:listMarketByType|getMarketInfo\/)|public\/stats$)/.test(path)
/** The candles a chart begins with; older ones are requested by their time, and not kept. */
const isFirstCandles = ({ pathname, searchParams }: URL): boolean =>
  pathname === '/swx/customer/index/getKValueByCodeAndDate' && !searchParams.has('to') && !searchParams.has('from')
/** What a customer looks for first: the balance, the orders, what they watch. */
const isOwnList = (path: string): boolean =>
  /^\/swx\/customer\/(?:user\/(?:accounts|assets|transactions|listRecharge)|order\/listOptionsOrder|watchlist\/lists)$/.test(
    path,
  )
/** Customer service in its own window is another page, which has nothing to show without a network. */
const isOurPage = (path: string): boolean =>
  !/^\/(?:(?:swx|sandbox|message|ws|docs|health)(?:\/|$)|service\.html$)/.test(path)
/** A file that is opened as a page, such as a picture, is no page of the app. */
const isPage = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true

/** What is given up first where too much is kept: pictures, then lists; without a part of it the app shows nothing. */
const worthOf = (key: string): number => {
  if (key.startsWith('/logos/')) return 0
  return key === pageKey || key.startsWith('/assets/') ? 2 : 1
}

async function keep(key: string, response: Response, name = cacheName): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(key, response)
  const keys = await cache.keys()
  if (keys.length <= maxKept) return
  const worth = (old: Request): number => {
    const { pathname } = new URL(old.url)
    return worthOf(pathname)
  }
  // In the order in which they were kept where they are worth the same.
  const old = keys.toSorted((a, b) => worth(a) - worth(b)).slice(0, keys.length - maxKept)
  for (const one of old) await cache.delete(one)
}

const kept = async (key: string, name = cacheName): Promise<Response | undefined> =>
  (await caches.open(name)).match(key)

/** Work beside a response, which the page does not wait for; it must not reject. */
type Beside = (work: Promise<void>) => void

/** Keeps what was returned; a browser without room keeps nothing, and the page has its response. */
const keepBeside = (beside: Beside, work: () => Promise<void>): void => beside(work().catch(() => undefined))

/** Under which key a response is kept, and of which kind it must be. */
type Kept = { key: string; isKind: (response: Response) => boolean }
const anyKind = (): boolean => true

/** From the network, and kept; what was kept where there is none. */
async function networkFirst(request: Request, { key, isKind }: Kept, beside: Beside): Promise<Response> {
  try {
    const response = await fetch(request)
    const copy = response.clone()
    if (response.ok && isKind(response)) keepBeside(beside, () => keep(key, copy))
    return response
  } catch (lost) {
    const before = await kept(key)
    if (before) return before
    throw lost
  }
}

/** The same for what is a customer's: by session and account, so that no other account is shown it, and with when it came. */
async function ownFirst(request: Request, key: string, beside: Beside): Promise<Response> {
  try {
    const response = await fetch(request)
    const [read, copy] = [response.clone(), response.clone()]
    keepBeside(beside, async () => {
      if (await isGiven(read)) await keepOwn(request, { key, response: copy })
    })
    return response
  } catch (lost) {
    const before = await kept(await ownKeyOf(request, key), offlineCacheName)
    if (!before) throw lost
    const headers = new Headers(before.headers)
    headers.set('kept-at', String(Date.parse(headers.get('Date') ?? '')))
    return new Response(before.body, { headers })
  }
}

/** Sessions that ended while this worker ran: a response to one of their requests may still be on its way. */
const ended = new Set<string>()
const maxEnded = 20
const tokenOf = ({ headers }: Request): string => headers.get('Authorization') ?? ''

/** Removes what is kept of the customer, and keeps nothing more of the session of this token. */
export async function keepNoneOf(token: string): Promise<void> {
  ended.add(token)
  for (const oldest of [...ended].slice(0, -maxEnded)) ended.delete(oldest)
  await caches.delete(offlineCacheName)
}

async function keepOwn(request: Request, { key, response }: { key: string; response: Response }): Promise<void> {
  if (ended.has(tokenOf(request))) return
  const ownKey = await ownKeyOf(request, key)
  await keep(ownKey, response, offlineCacheName)
  // The session may have ended while it was written.
  if (ended.has(tokenOf(request))) await (await caches.open(offlineCacheName)).delete(ownKey)
}

async function ownKeyOf(request: Request, key: string): Promise<string> {
  const session = new TextEncoder().encode(tokenOf(request))
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', session)), (byte) => byte.toString(16))
  const account = request.headers.get('virtually') ?? ''
  return `${key}${key.includes('?') ? '&' : '?'}of=${hash.join('-')}&virtually=${account}`
}

/** A refusal has its code in the body, and is not what was last known. */
const isGiven = async (response: Response): Promise<boolean> =>
  response.ok && ((await response.json()) as { code?: unknown }).code === 200

/** Parts are named by their content, so what was kept is right. */
async function keptFirst(request: Request, key: string, beside: Beside): Promise<Response> {
  const before = await kept(key)
  if (before) return before
  const response = await fetch(request)
  const copy = response.clone()
  if (response.ok) keepBeside(beside, () => keep(key, copy))
  return response
}

/**
 * The response to a request of a page of ours; undefined for what the browser fetches by itself. It is returned at once,
 * and kept `beside`.
 */
export function respondTo(request: Request, origin: string, beside: Beside): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return undefined
  const key = url.pathname + url.search
  if (request.mode === 'navigate')
    return isOurPage(url.pathname) ? networkFirst(request, { key: pageKey, isKind: isPage }, beside) : undefined
  if (isPart(url.pathname)) return keptFirst(request, key, beside)
  if (isOwnList(url.pathname)) return ownFirst(request, key, beside)
  if (!isPublicList(url.pathname) && !isFirstCandles(url)) return undefined
  return networkFirst(request, { key, isKind: anyKind }, beside)
}

/** Keeps what a page has loaded before the worker was there. */
export async function keepLoaded(urls: readonly string[], origin: string): Promise<void> {
  const addresses = urls.slice(0, maxKept).map((text) => new URL(text, origin))
  const wanted = addresses.filter(
    (url) =>
      url.origin === origin &&
      (url.pathname === pageKey || isPart(url.pathname) || isPublicList(url.pathname) || isFirstCandles(url)),
  )
  await Promise.all(wanted.map(({ pathname, search }) => keepOnce(pathname + search)))
}

async function keepOnce(key: string): Promise<void> {
  if (await kept(key)) return
  const response = await fetch(key).catch(() => undefined)
  if (response?.ok) await keep(key, response)
}
