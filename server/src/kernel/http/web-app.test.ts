import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
