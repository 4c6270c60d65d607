import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Request, Route } from 'playwright-core'

type Kept = { status: number; contentType: string; body: Buffer }

/** What the product responded to the calls of a page, so that another build of the page gets the same. */
export type Responses = Map<string, Kept>

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

type Serving = { lang: string; folder: string; responses: Responses }

/**
 * Serves a page from the build in `folder`. Calls that `responses` knows get those responses; others go to the product, and
 * its responses are kept. Sockets open and are silent: prices stand still.
 */
export async function serveBuild(context: BrowserContext, serving: Serving): Promise<void> {
  const { lang, folder } = serving
  await context.routeWebSocket(/./, () => {})
  await context.route(/./, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().resourceType() === 'document')
      return route.fulfill({ path: join(folder, `shell.${lang}.html`), contentType: 'text/html; charset=utf-8' })
    const file = join(folder, pathname)
    if (extname(file) in contentTypes && existsSync(file))
      return route.fulfill({ body: readFileSync(file), contentType: contentTypes[extname(file)] ?? '' })
    return respond(route, serving)
  })
}

const keyOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`
}

async function respond(route: Route, { responses }: Serving): Promise<void> {
  const key = keyOf(route.request())
  const known = responses.get(key)
  if (known !== undefined) return route.fulfill(known)
  // A page that is closed in between has no use for it.
  const response = await route.fetch().catch(() => undefined)
  if (response === undefined) return route.abort().catch(() => {})
  const kept = {
    status: response.status(),
    contentType: response.headers()['content-type'] ?? '',
    body: await response.body(),
  }
  responses.set(key, kept)
  return route.fulfill(kept).catch(() => {})
}
