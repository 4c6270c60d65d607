import { readFileSync } from 'node:fs'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import { composeMail, type Composing, type Paragraph, type Written } from '../../kernel/mail/compose-mail.ts'
import { mailTime } from '../../kernel/mail/mail-time.ts'

type Words = {
  code: { subject: string; lead: Record<CodeScene, string>; life: string; warning: string; inside: string }
  welcome: { subject: string; lead: string; virtual: string; receipts: string }
  newDevice: Alarm & { lead: string; at: string; place: string; program: string; unknown: string; yours: string }
  passwordChanged: Alarm & { lead: string; at: string; others: string; passkeys: string }
  emailChanged: { subject: string; lead: string }
  frozen: { subject: string; lead: string; at: string; running: string; back: string }
  unfreezing: Alarm & { lead: string }
  unfrozen: { subject: string; lead: string; advice: string }
  closed: { subject: string; lead: string; at: string; kept: string; question: string }
  phrase: string
  footer: string
}
/** What signs in to an account besides its password. */
export type OtherWays = { providers: readonly string[]; passkeys: boolean }

type Alarm = { subject: string; notYours: string; freeze: string }

const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./mail-templates/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)

export const tagOf = (lang: Lang): string => (languages.find(({ value }) => value === lang) ?? languages[0]).tag

const wordsOf = (lang: Lang): Words => {
  const found = words.get(lang)
  if (found === undefined) throw new Error(`no mail templates in ${lang}`)
  return found
}

/** A mail that is written once its language and its reader's own words and zone (an IANA name) are known. */
export type Draft = (lang: Lang, phrase?: string, zone?: string) => Written

/** Where a mail's button leads, and for how long. */
export type FreezeLink = { href: string; hours: number }

/** Scenes whose code needs a session: one that the customer did not request is a break-in. */
const inside: ReadonlySet<CodeScene> = new Set(['withdraw', 'address', 'fundpwd'])

/** `lines` name what the code confirms: an amount, an address. */
type CodeFacts = { scene: CodeScene; code: string; minutes: number; lines?: readonly string[] }

/** The mail that carries a code, and states what for. The subject does not hold it: subjects show on locked screens. */
export const codeMail =
  ({ scene, code, minutes, lines = [] }: CodeFacts): Draft =>
  (lang, phrase) => {
    const { code: own } = wordsOf(lang)
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [
        { text: own.lead[scene] },
        ...lines.map((text) => ({ text: inOwnDirection(lang, text) })),
        { text: code, big: true },
        { text: fill(lang, own.life, { minutes: String(minutes) }) },
        { text: inside.has(scene) ? own.inside : own.warning },
      ],
    })
  }

/** The mail after an account was opened. */
export const welcomeMail =
  ({ username }: { username: string }): Draft =>
  (lang, phrase) => {
    const { welcome: own } = wordsOf(lang)
    const lead = fill(lang, own.lead, { username })
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [{ text: lead }, { text: own.virtual }, { text: own.receipts }],
    })
  }

export type SignInFacts = { at: number; place: string; browser: string | null; system: string | null }

/** The mail after a sign-in from a network or with a program that the customer never used. */
export const newDeviceMail =
  ({ at, place, browser, system }: SignInFacts, link: FreezeLink): Draft =>
  (lang, phrase, zone) => {
    const { newDevice: own } = wordsOf(lang)
    const program = [browser, system].filter((name) => name !== null).join(' · ')
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [
        { text: own.lead },
        { text: fill(lang, own.at, { at: mailTime(at, tagOf(lang), zone) }) },
        { text: fill(lang, own.place, { place: place === '' ? own.unknown : place }) },
        { text: fill(lang, own.program, { program: program === '' ? own.unknown : program }) },
        { text: own.yours },
        ...alarm(lang, own, link),
      ],
    })
  }

/** The mail after something one signs in with was changed: what it was, when, and how to freeze the account. */
export const credentialMail =
  (
    textOf: (lang: Lang, zone?: string) => { subject: string; lead: string },
    { at, link }: { at: number; link: FreezeLink },
  ): Draft =>
  (lang, phrase, zone) => {
    const { passwordChanged: own } = wordsOf(lang)
    const { subject, lead } = textOf(lang, zone)
    const when = fill(lang, own.at, { at: mailTime(at, tagOf(lang), zone) })
    return write({ lang, phrase, subject, paragraphs: [{ text: lead }, { text: when }, ...alarm(lang, own, link)] })
  }

/**
 * The mail after a password was changed or set anew. It names what else signs in to the account, because a new password
 * does not lock out a thief who has added a way of his own.
 */
export const passwordChangedMail =
  (at: number, { ways, link }: { ways: OtherWays; link: FreezeLink }): Draft =>
  (lang, phrase, zone) => {
    const { passwordChanged: own } = wordsOf(lang)
    const names = [...ways.providers, ...(ways.passkeys ? [own.passkeys] : [])]
    const list = new Intl.ListFormat(tagOf(lang)).format(names.map((name) => inOwnDirection(lang, name)))
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [
        { text: own.lead },
        { text: fill(lang, own.at, { at: mailTime(at, tagOf(lang), zone) }) },
        ...(names.length === 0 ? [] : [{ text: fill(lang, own.others, { ways: list }) }]),
        ...alarm(lang, own, link),
      ],
    })
  }

/** The mail to the address that was an account's own until `at`; `email` is the new one, masked. */
export const emailChangedMail = ({ at, email, link }: { at: number; email: string; link: FreezeLink }): Draft =>
  credentialMail(
    (lang) => {
      const { emailChanged: own } = wordsOf(lang)
      return { subject: own.subject, lead: fill(lang, own.lead, { email: email.replace('…', '\u2060…\u2060') }) }
    },
    { at, link },
  )

export const frozenMail =
  (at: number): Draft =>
  (lang, phrase, zone) => {
    const { frozen: own } = wordsOf(lang)
    const when = fill(lang, own.at, { at: mailTime(at, tagOf(lang), zone) })
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [{ text: own.lead }, { text: when }, { text: own.running }, { text: own.back }],
    })
  }

/** The mail after unfreezing was requested; until then the account can be frozen again. */
export const unfreezingMail =
  (until: number, link: FreezeLink): Draft =>
  (lang, phrase, zone) => {
    const { unfreezing: own } = wordsOf(lang)
    const lead = fill(lang, own.lead, { until: mailTime(until, tagOf(lang), zone) })
    return write({ lang, phrase, subject: own.subject, paragraphs: [{ text: lead }, ...alarm(lang, own, link)] })
  }

/** After the customer unfroze the account: that it can be used again, and what to check. */
export const unfrozenMail: Draft = (lang, phrase) => {
  const { unfrozen: own } = wordsOf(lang)
  return write({ lang, phrase, subject: own.subject, paragraphs: [{ text: own.lead }, { text: own.advice }] })
}

/** After the account was closed at `at` (epoch ms): when, and which records are kept. */
export const closedMail =
  (at: number): Draft =>
  (lang, phrase, zone) => {
    const { closed: own } = wordsOf(lang)
    const when = fill(lang, own.at, { at: mailTime(at, tagOf(lang), zone) })
    return write({
      lang,
      phrase,
      subject: own.subject,
      paragraphs: [{ text: own.lead }, { text: when }, { text: own.kept }, { text: own.question }],
    })
  }

/** The line of a mail with the customer's phrase, in the language of the mail. */
export const phraseLine = (lang: Lang, phrase: string | undefined): string | undefined =>
  phrase === undefined ? undefined : fill(lang, wordsOf(lang).phrase, { phrase })

const alarm = (lang: Lang, { notYours, freeze }: Alarm, { href, hours }: FreezeLink): Paragraph[] => [
  { text: fill(lang, notYours, { hours: String(hours) }) },
  { text: freeze, href },
]

const write = ({ lang, phrase, subject, paragraphs }: Composing): Written =>
  composeMail({
    lang,
    subject,
    paragraphs: [...paragraphs, { text: wordsOf(lang).footer, quiet: true }],
    phrase: phraseLine(lang, phrase),
  })

/** Words of any direction inside a text that is read from right to left. */
const inOwnDirection = (lang: Lang, text: string): string => (lang === 'ar' ? `\u2068${text}\u2069` : text)

/** Values keep their own direction in a text that is read from right to left. */
const fill = (lang: Lang, text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : inOwnDirection(lang, value)
  })
