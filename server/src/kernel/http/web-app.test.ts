import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHttp } from './http.ts'
import { connectionsOf, policyOf, serveWebApp } from './web-app.ts'

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
