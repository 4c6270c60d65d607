import { expect, it } from 'vitest'
import { connectionsOf, policyOf } from './web-app.ts'

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
