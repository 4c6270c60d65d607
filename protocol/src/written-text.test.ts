import { expect, it } from 'vitest'
import { isPlain, seenOf } from './written-text.ts'

it('takes what people write, in any script and with pictures', () => {
  for (const text of [
    'Müller, 3 orders',
    '客户已致电',
    'أكّد العميل الأمر',
    'กำลังตรวจ',
    '👨‍👩‍👧 ok ✔️',
    'two\nlines',
    '👩🏽‍💻',
    'می‌خواهم',
    'क्‍ष',
  ])
    expect([text, isPlain(text)]).toEqual([text, true])
})

it('refuses what turns a text around, hides in it, or shows nothing', () => {
  const signs = [
    0x202e, 0x2066, 0x200e, 0x200b, 0x200d, 0xfeff, 0xad, 0x0, 0x7, 0x2028, 0x3164, 0x2800, 0xe0041, 0xe000, 0x200c,
    0xd800,
  ]
  for (const sign of signs) {
    const text = `paid ${String.fromCodePoint(sign)}gpj.exe`
    expect([sign.toString(16), isPlain(text)]).toEqual([sign.toString(16), false])
  }
})

it('leaves out of a pasted text what cannot be seen, and nothing that can', () => {
  expect(seenOf('\ufefftotal:\t5\u00a0000\r\n\u200bpaid \u202e12\u202c')).toBe('total: 5\u00a0000\r\npaid 12')
  for (const text of ['two\nlines', '👨‍👩‍👧 ok ✔️', 'می‌خواهم', 'أكّد العميل الأمر']) expect(seenOf(text)).toBe(text)
})
