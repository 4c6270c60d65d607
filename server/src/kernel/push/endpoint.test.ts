import { expect, it } from 'vitest'
import { isPublicAddress, isPushEndpoint, lookupPublic } from './endpoint.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d',
])('browsers are reached at %s', (endpoint) => expect(isPushEndpoint(endpoint, undefined)).toBe(true))

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:password@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.thief.example/fcm/send/abc',
  'https://thief.example/fcm.googleapis.com',
  'https://evilpush.apple.com.thief.example/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'http://localhost:5432/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'fcm.googleapis.com',
  '',
  `https://fcm.googleapis.com/${'a'.repeat(1100)}`,
])('nothing is sent to %s', (endpoint) => expect(isPushEndpoint(endpoint, undefined)).toBe(false))

it('a sandbox may name one more origin, which opens that one alone', () => {
  const may = (endpoint: string) => isPushEndpoint(endpoint, 'http://127.0.0.1:9999')
  expect(may('http://127.0.0.1:9999/push/1')).toBe(true)
  expect(['http://127.0.0.1:9998/', 'https://127.0.0.1:9999/', 'http://localhost:9999/'].some(may)).toBe(false)
})

it.each([
  ['142.250.1.1', true],
  ['2a00:1450::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['nonsense', false],
])('%s is public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected))

it('a name that leads to our own machine leads nowhere', async () => {
  for (const all of [true, false])
    await expect(
      new Promise((resolve, reject) =>
        lookupPublic('localhost', { all }, (cause, address) => (cause === null ? resolve(address) : reject(cause))),
      ),
    ).rejects.toThrow('leads to no public address')
})
