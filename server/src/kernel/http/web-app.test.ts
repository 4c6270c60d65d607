import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@evenhand/protocol/languages.ts'
import { expect, it } from 'vitest'
import { createHttp } from './http.ts'
import { policyOf } from './page-store.ts'
import { connectionsOf, serveWebApp } from './web-app.ts'

it('lets a page speak with its own host alone, by the scheme it came with', () => {
  expect(connectionsOf('http://localhost:3000', 'customers')).toBe("connect-src 'self' ws://localhost:3000")
  expect(connectionsOf('https://trade.example', 'customers')).toBe("connect-src 'self' wss://trade.example")
  expect(connectionsOf('http://[::1]:3000', 'customers')).toBe("connect-src 'self' ws://[::1]:3000")
  expect(connectionsOf('https://console.example', 'operators')).toBe("connect-src 'self'")
  for (const host of ['http://x;script-src', 'http://a,b', 'not an address', 'http://*'])
    expect(connectionsOf(host, 'customers')).toBe("connect-src 'self'")
})

it('names inline scripts and styles by their hashes', () => {
  const policy = policyOf('<style>a{b:c}</style><script>1</script><script src="/x.js"></script>')
  expect(policy).toMatch(/style-src 'self' 'sha256-[^ ']{44}'; script-src 'self' 'sha256-[^ ']{44}'$/)
  expect(policyOf('<p>')).toMatch(/style-src 'self'; script-src 'self'$/)
})

it('serves a page by its path, whatever stands in the query', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-app-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><p>app</p></html>')
  const app = createHttp({})
  await serveWebApp(app, { folder, live: true, kind: 'customers', address: undefined })
  const statusOf = async (url: string): Promise<number> =>
    (await app.inject({ url, headers: { accept: '*/*' } })).statusCode
  for (const url of ['/', '/market', '/market?x=a.b', '/market?back=/a/b.png', '/?v=1.2', '/market?/swx/customer'])
    expect([url, await statusOf(url)]).toEqual([url, 200])
  for (const url of ['/logo.png', '/logo.png?x=1', '/a.b/c.js?d', '/swx/x?a.b', '/docs/x?y', '/sandbox?x'])
    expect([url, await statusOf(url)]).toEqual([url, 404])
  await app.close()
  rmSync(folder, { recursive: true })
})

/** A build of two listed screens, an account's page, and pages named by their address. */
function listedBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-app-'))
  const texts = (words: object) => Object.fromEntries(languages.map(({ value }) => [value, words]))
  const page = (title: string, more: object = {}) => ({
    isListed: true,
    isPrivate: false,
    texts: texts({ title, description: 'd "1"' }),
    ...more,
  })
  writeFileSync(
    join(folder, 'page-list.json'),
    JSON.stringify({
      '/': page('Home'),
      '/market': page('Markets'),
      '/profile': page('Account', { isListed: false, isPrivate: true }),
      '/thing': page('Things', { texts: texts({ title: 'Things', description: 'd', named: '{name}: its price' }) }),
    }),
  )
  for (const { value, tag, dir } of languages)
    writeFileSync(
      join(folder, `shell.${value}.html`),
      `<!doctype html><html lang="${tag}" dir="${dir}"><!-- page --><title>built</title><!-- /page --><style data-sheet="/assets/a.css">a{}</style><div><!--screen-->home<!--/screen--></div>`,
    )
  return folder
}

it('describes each page in the language of its address, and repeats nothing of a hostile address', async () => {
  const folder = listedBuild()
  const app = createHttp({})
  const evil = '"><script>alert(1)</script>'
  await serveWebApp(app, {
    folder,
    live: true,
    kind: 'customers',
    address: 'https://trade.example',
    named: {
      paths: ['/thing'],
      all: () => [{ path: '/thing', search: 'code=A%26B' }],
      find: (path, search) =>
        path === '/thing' && search.get('code') === 'A&B' ? { name: `A&B ${evil}`, search: 'code=A%26B' } : undefined,
    },
  })
  const get = async (url: string, cookie = '') => {
    const { body, headers } = await app.inject({
      url,
      headers: { accept: 'text/html', cookie, 'accept-encoding': 'identity' },
    })
    return { body, language: headers['content-language'] }
  }
  const arabic = await get('/market?lang=ar', 'lang=de')
  expect(arabic.language).toBe('ar')
  for (const part of [
    ' lang="ar" dir="rtl">',
    '<title>Markets · Evenhand</title>',
    '<meta name="description" content="d &quot;1&quot;">',
    '<meta property="og:title" content="Markets · Evenhand">',
    '<link rel="canonical" href="https://trade.example/market?lang=ar">',
    '<link rel="alternate" hreflang="zh-Hans" href="https://trade.example/market">',
    '<link rel="alternate" hreflang="x-default" href="https://trade.example/market">',
  ])
    expect(arabic.body).toContain(part)
  expect(arabic.body.match(/hreflang/g)).toHaveLength(languages.length + 1)
  // The first screen is drawn in its own page alone, and a language that there is not is the cookie's.
  expect(arabic.body).not.toContain('home')
  expect((await get('/')).body).toContain('home')
  // So is what that screen needs of the style sheet; every other page names the whole of it.
  expect(arabic.body).toContain('<link rel="stylesheet" href="/assets/a.css"><div></div>')
  expect((await get('/')).body).toContain('<style data-sheet="/assets/a.css">a{}</style>')
  expect((await get('/?lang=xx', 'lang=de')).language).toBe('de')
  expect((await get('/')).language).toBe('zh-Hans')

  const thing = await get('/thing?code=A%26B&title=x')
  expect(thing.body).toContain('<link rel="canonical" href="https://trade.example/thing?code=A%26B">')
  expect(thing.body).toContain(
    '<meta name="description" content="A&amp;B &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;: its price">',
  )
  for (const url of [
    `/thing?code=${encodeURIComponent(evil)}&title=${encodeURIComponent(evil)}`,
    `/market?code=${evil}&title=${evil}&lang=${evil}`,
    `/${encodeURIComponent(evil)}`,
    '//evil.example/market',
    '/profile?x=%',
  ]) {
    const { body } = await get(url)
    expect(body).not.toMatch(/alert|evil|<script/)
    expect(body.includes('noindex'), url).toBe(!url.startsWith('/market'))
  }
  const slashed = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  expect((await slashed('/market/?lang=ar')).headers.location).toBe('/market?lang=ar')
  expect((await slashed('/market/')).headers.location).toBe('/market')
  expect((await slashed('//')).headers.location).toBe('/')
  for (const url of ['/', '//evil.example/', '//market/', '/unknown/'])
    expect((await slashed(url)).statusCode, url).toBe(200)
  await app.close()
  rmSync(folder, { recursive: true })
})

it('publishes what programs may read, and lists every page that anybody may see in every language', async () => {
  const folder = listedBuild()
  const customers = createHttp({})
  const named = { paths: ['/thing'], all: () => [{ path: '/thing', search: 'code=A&b=1' }], find: () => undefined }
  await serveWebApp(customers, { folder, live: true, kind: 'customers', address: 'https://trade.example', named })
  const textOf = async (app: typeof customers, url: string) => (await app.inject({ url })).body
  expect(await textOf(customers, '/robots.txt')).toMatch(
    /Disallow: \/profile\n[\s\S]*Sitemap: https:\/\/trade\.example\/sitemap\.xml/,
  )
  const map = await textOf(customers, '/sitemap.xml')
  expect(map.match(/<loc>/g)).toHaveLength(2 * languages.length + 1)
  expect(map).toContain('<loc>https://trade.example/market?lang=hk</loc><xhtml:link rel="alternate" hreflang="zh-Hans"')
  expect(map).toContain('<loc>https://trade.example/thing?code=A&amp;b=1</loc>')
  expect(map).not.toContain('/profile')
  expect((await customers.inject({ url: '/page-list.json' })).statusCode).toBe(404)
  await customers.close()
  rmSync(join(folder, 'page-list.json'))
  const operators = createHttp({})
  await serveWebApp(operators, { folder, live: true, kind: 'operators', address: undefined })
  expect(await textOf(operators, '/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  await operators.close()
  rmSync(folder, { recursive: true })
})

it('serves the files of the build by their exact path, and neither its pages nor what hides', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-app-'))
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><p>app</p></html>')
  writeFileSync(join(folder, 'assets', 'a.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'a.js.br'), 'brotli')
  for (const hidden of ['.vite/manifest.json', 'index.html.br', 'built-from', '.secret'])
    writeFileSync(join(folder, hidden), 'hidden')
  const app = createHttp({})
  await serveWebApp(app, { folder, live: true, kind: 'customers', address: undefined })
  const get = async (url: string, encoding = 'identity', method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, body, headers } = await app.inject({ method, url, headers: { 'accept-encoding': encoding } })
    return [statusCode, body, headers['content-encoding']]
  }
  expect(await get('/assets/a.js')).toEqual([200, 'plain', undefined])
  expect(await get('/assets/a.js', 'br')).toEqual([200, 'brotli', 'br'])
  expect((await get('/assets/a.js', 'identity', 'HEAD'))[0]).toBe(200)
  // A path that is no file's leads to the page, for a HEAD as for a GET.
  for (const method of ['GET', 'HEAD'] as const) expect((await get('/market', 'identity', method))[0]).toBe(200)
  for (const url of [
    '/.vite/manifest.json',
    '/.secret',
    '/built-from',
    '/index.html',
    '/index.html.br',
    '/assets/%2e%2e/built-from',
  ])
    expect([url, (await get(url))[1]]).not.toEqual([url, 'hidden'])
  for (const url of ['/.vite/manifest.json', '/index.html', '/index.html.br', '/assets/b.js', '/assets/../a.js'])
    expect([url, (await get(url))[0]]).toEqual([url, 404])
  await app.close()
  rmSync(folder, { recursive: true })
})
