import { afterAll, expect, test } from 'vitest'
import { createHttp } from '../http/http.ts'
import { createMailbox } from './mailbox.ts'
import { mountMailbox } from './mailbox-page.ts'

const mailbox = createMailbox()
const app = createHttp({})
mountMailbox(app, mailbox)
afterAll(() => app.close())

const first = { to: 'amy@example.com', subject: 'Code', text: 'Your code:\n\n123456\n', html: '<p>123456</p>', at: 1 }
const second = {
  to: 'ben@example.com',
  subject: '<script>alert(1)</script>',
  text: '<img src=x onerror=alert(1)>',
  html: '',
  at: 2,
}
mailbox.put(first)
mailbox.put(second)
const linked = { ...second, text: 'Freeze\nhttps://trade.example/pass/freeze?token=a"b&c\njavascript:alert(1)' }

test('returns the mails as plain JSON, newest first, or those to one address', async () => {
  expect((await app.inject('/sandbox/mails')).json()).toEqual([second, first])
  expect((await app.inject('/sandbox/mails?to=AMY@example.com')).json()).toEqual([first])
  expect((await app.inject('/sandbox/mails?to=nobody@example.com')).json()).toEqual([])
})

test('a browser is shown a page in which nothing of a mail can run', async () => {
  const page = await app.inject({ url: '/sandbox/mails', headers: { accept: 'text/html,application/xhtml+xml' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('<b>123456</b>')
  expect(page.body).toContain('&lt;script&gt;')
  expect(page.body).not.toMatch(/<script|<img/)
})

test('a link of a mail can be followed, and is nothing but a link', async () => {
  const own = createMailbox()
  const server = createHttp({})
  mountMailbox(server, own)
  own.put(linked)
  const { body } = await server.inject({ url: '/sandbox/mails', headers: { accept: 'text/html' } })
  expect(body).toContain('<a href="https://trade.example/pass/freeze?token=a&quot;b&amp;c">')
  expect(body).not.toContain('href="javascript')
  await server.close()
})
