import { describe, expect, it } from 'vitest'
import { firstStyle } from './first-style.ts'

const markup = '<div class="p-0.5 desktop:p-1 [&amp;_dd]:m-1"><template><p class="ring">x</p></template></div>'
const styleOf = (sheet: string) => firstStyle(sheet, markup)

describe('firstStyle', () => {
  it('keeps what the markup names, in its order, and what names no class', () => {
    const kept = [
      '[hidden]{display:none!important}',
      '.p-0\\.5{padding:1px}',
      '.desktop\\:p-1:where([data-layout=desktop] *){padding:2px}',
      '.\\[\\&_dd\\]\\:m-1 dd{margin:1px}',
    ]
    const sheet = [kept[0], '.p-0{padding:0}', kept[1], kept[2], '.gone .ring{color:red}', kept[3]].join('')
    expect(styleOf(sheet)).toBe(kept.join(''))
  })
  it('keeps of a list of selectors those that can match, and what a negation names', () => {
    expect(styleOf('.gone,.ring:not(.gone){color:red}')).toBe('.ring:not(.gone){color:red}')
  })
  it('drops a query that is empty, and keeps the place of a layer', () => {
    expect(styleOf('@layer a{.gone{a:b}}@layer b;.ring{a:b}@media (hover:hover){.gone{a:b}}')).toBe(
      '@layer a{}@layer b;.ring{a:b}',
    )
  })
  it('keeps animations and properties that are used, with their first values', () => {
    const sheet =
      '@layer properties{*{--tw-a:0;--tw-b:0}}.ring{animation:spin 1s;border:var(--tw-a)}.gone{animation:fade 1s;border:var(--tw-b)}' +
      '@keyframes spin{to{a:b}}@keyframes fade{to{a:b}}@property --tw-a{syntax:"*"}@property --tw-b{syntax:"*"}'
    expect(styleOf(sheet)).toBe(
      '@layer properties{*{--tw-a:0}}.ring{animation:spin 1s;border:var(--tw-a)}@keyframes spin{to{a:b}}@property --tw-a{syntax:"*"}',
    )
  })
})
