import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { describe, expect, it } from 'vitest'
import { pageSlugs, parsePage, readPages, type Page, type PageSlug } from './content.pages.ts'

const pages = readPages()
const pageOf = (slug: PageSlug, lang: Lang): Page => {
  const page = pages.find((one) => one.slug === slug && one.lang === lang)
  if (page === undefined) throw new Error(`no page ${slug}.${lang}`)
  return page
}
const every = pages.map((page) => [`${page.slug}.${page.lang}`, page] as const)

/** Copy that a fraudulent platform would use: money demanded for a withdrawal, certain profit, urging, and words we do not use. */
const forbidden: Record<Lang, RegExp> = {
  zh: /(缴|支付|充值|存入).{0,8}(才能|方可|即可)提现|稳赚|保本|保证(收益|盈利)|零风险|立即交易|不要错过|演示账户/,
  hk: /(繳|支付|存入).{0,8}(才能|方可|即可)提款|穩賺|保本|保證(收益|盈利)|零風險|立即交易|切勿錯過|示範帳戶/,
  en: /pay [^.]{0,40}to withdraw|guaranteed (profit|return|win)|risk[- ]free|trade now|don.t miss|demo/i,
  ja: /(支払|入金).{0,10}(出金できます|出金可能)|必ず儲か|元本保証|ノーリスク|今すぐ取引|お見逃しなく|デモ口座/,
  ko: /(지불|입금).{0,10}출금할 수 있|수익 보장|원금 보장|무위험|지금 거래|놓치지 마세요|데모/,
  de: /(zahlen|einzahlen), um [^.]{0,30}auszuzahlen|garantierte(r|n)? (Gewinn|Ertrag|Rendite)|risikolos|jetzt handeln|nicht verpassen|\bDemo/i,
  fr: /pay(er|ez) [^.]{0,40}pour retirer|(gain|rendement|profit)s? garantis?|sans risque|tradez maintenant|ne manquez pas|\bdémo\b/i,
  it: /pag(are|hi) [^.]{0,40}per prelevare|(guadagn|rendiment)[oi] garantit[oi]|senza rischi|operi ora|non perda l’occasione|\bdemo\b/i,
  ar: /ادفع.{0,30}لتسحب|(ربح|عائد) مضمون|بلا مخاطر|تداول الآن|لا تفوّت|حساب تجريبي/,
  es: /pag(ar|ue) [^.]{0,40}para retirar|(ganancia|rendimiento)s? garantizad[oa]s?|sin riesgo|opere ahora|no se pierda|\bdemo\b/i,
  pt: /pag(ar|ue) [^.]{0,40}para sacar|(lucro|retorno)s? garantidos?|sem risco|negocie agora|não perca|\bdemo\b/i,
}

const headings = (body: string): string[] => body.split('\n').filter((line) => line.startsWith('#'))
const shape = (body: string): string =>
  body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('> '))
    .map((line) => /^(## |- )?/.exec(line)?.[0] ?? '')
    .join('|')

/** Figures every language has to state alike; the marks of decimals and thousands follow the language. */
const figures: Record<PageSlug, RegExp[]> = {
  about: [/10[,.\s]000 ?(仮想 )?USDT/, /−3\s?%/],
  terms: [
    /18/,
    /120 ?USDT/,
    /0[.,]015 ?BTC/,
    /0[.,]2\s?%/,
    /0[.,]0003/,
    /0[.,]1\s?%/,
    /50[,.\s]000/,
    /10[,.\s]000/,
    /94\s?%/,
    /51[.,]55\s?%/,
    /−3\s?%/,
    /20/,
    /5[,.\s]?000 ?USDT/,
    /15/,
  ],
  privacy: [/18/, /30/, /90/, /10/, /argon2id/],
  risk: [/94\s?%/, /51[.,]55\s?%/, /−3\s?%/, /100 USDT/, /97/, /300 USDT/, /15/],
}

it('ships four pages in eleven languages', () => {
  expect(pages).toHaveLength(pageSlugs.length * langValues.length)
})

describe.each(every)('%s', (_name, page) => {
  it('has the paragraphs, headings and lists of the English page', () => {
    expect(shape(page.body)).toBe(shape(pageOf(page.slug, 'en').body))
    expect(headings(page.body).every((line) => /^## \S/.test(line))).toBe(true)
    expect(new Set(headings(page.body)).size).toBe(headings(page.body).length)
  })

  it('is of the version and date of the English page', () => {
    const english = pageOf(page.slug, 'en')
    expect({ version: page.version, updatedAt: page.updatedAt, type: page.type }).toEqual({
      version: english.version,
      updatedAt: english.updatedAt,
      type: english.type,
    })
  })

  it('holds Markdown alone, and links only to pages that exist', () => {
    expect(page.body).not.toMatch(/<[a-z!/]|javascript:|!\[|\t|\u00a0\u00a0/i)
    for (const [, target = ''] of page.body.matchAll(/\]\(([^)]*)\)/g))
      expect(pageSlugs.map((slug) => `/detail?id=${slug}`)).toContain(target)
  })

  it('says what a fraudulent platform says nowhere', () => {
    expect(`${page.title}\n${page.body}`).not.toMatch(forbidden[page.lang])
  })

  it('states the same figures as every other language', () => {
    for (const figure of figures[page.slug]) expect(page.body).toMatch(figure)
  })

  it('says so where a machine translated it, and nowhere else', () => {
    expect(page.body.startsWith('> ')).toBe(page.prevails === 'en')
  })
})

it('gives each text a hash of its own that only its text decides', () => {
  expect(new Set(pages.map((page) => page.hash)).size).toBe(pages.length)
  const text = '---\ntitle: T\nupdated: 2026-01-02\nversion: 7\n---\nbody\n'
  const params = { slug: 'terms', lang: 'en' } as const
  const page = parsePage(text, params)
  expect(page).toMatchObject({ title: 'T', version: '7', updatedAt: 1_767_312_000_000, prevails: undefined })
  expect(page.hash).toBe('9e2ec912af5dff2a72300863864fc4da04e81999339d9fac5c7590ba8a3f4e11')
  expect(parsePage(text.replace('title: T', 'title: U'), params).hash).toBe(page.hash)
  expect(parsePage(text.replace('body', 'Body'), params).hash).not.toBe(page.hash)
})

it.each(['title', 'updated', 'version'])('does not start with a page that does not say its %s', (field) => {
  const text = '---\ntitle: T\nupdated: 2026-01-02\nversion: 7\n---\nbody\n'.replace(new RegExp(`${field}:.*\n`), '')
  expect(() => parsePage(text, { slug: 'terms', lang: 'en' })).toThrow(`page terms.en.md says its ${field}`)
})
