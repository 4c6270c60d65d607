import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPush, isPushKey, longestPush } from './encryption.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

it('encrypts the example of RFC 8291 as the RFC does', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const message = Buffer.from('When I grow up, I want to be a watermelon')
  const sealed = encryptPush(message, keys, { own, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') })
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('fits what push services take, and nothing longer', () => {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys(), auth: Buffer.alloc(16, 1) }
  expect(encryptPush(Buffer.alloc(longestPush), keys)).toHaveLength(4096)
  expect(() => encryptPush(Buffer.alloc(longestPush + 1), keys)).toThrow(/too long/)
})

it('knows a key from what is none', () => {
  const browser = createECDH('prime256v1')
  const good = browser.generateKeys()
  const off = Buffer.from(good)
  off[64] = (off[64] ?? 0) ^ 1
  expect([good, off, Buffer.alloc(65), Buffer.alloc(65, 4), good.subarray(1)].map(isPushKey)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
