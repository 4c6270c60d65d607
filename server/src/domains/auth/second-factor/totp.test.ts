import { expect, test } from 'vitest'
import { base32, codeAt, keyUri, stepAt, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes of RFC 4226 appendix D and, cut to six digits, of RFC 6238 appendix B', () => {
  const hotp = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(hotp.map((_, step) => codeAt(secret, step))).toEqual(hotp)
  const totp: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of totp) expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code)
})

test('a code counts one step early and late, and no further', () => {
  const now = 1_800_000_000_000
  const step = stepAt(now)
  for (const off of [-1, 0, 1]) expect(stepOf(secret, codeAt(secret, step + off), now)).toBe(step + off)
  for (const off of [-3, -2, 2, 3]) expect(stepOf(secret, codeAt(secret, step + off), now)).toBeUndefined()
  for (const form of ['', '1', `${codeAt(secret, step)}0`, 'abcdef', '٠٥٠٤٧١'])
    expect(stepOf(secret, form, now)).toBeUndefined()
})

test('secrets are written as RFC 4648 reports, and apps read them from a key URI', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, written] of Object.entries(vectors)) expect(base32(Buffer.from(text))).toBe(written)
  expect(keyUri({ secret: base32(secret), issuer: 'Evenhand sandbox', account: 'amy' })).toBe(
    'otpauth://totp/Evenhand%20sandbox:amy?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Evenhand%20sandbox&algorithm=SHA1&digits=6&period=30',
  )
})
