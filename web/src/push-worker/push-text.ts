/** A text a category, by language. The instrument of a price alert is all that a text may name. */
export type PushTexts = Readonly<Record<string, Readonly<Record<string, string>>>>
export type Shown = { readonly body: string; readonly lang: string; readonly tag: string; readonly href: string }

type PushMessage = { id?: unknown; category?: unknown; lang?: unknown; params?: { code?: unknown } }

const page = '/profile/notification'

/**
 * What a message that was pushed shows on a screen that anyone may see: of which kind it is, in the customer's language,
 * and neither amounts nor names. A message that cannot be read still shows that there is something new.
 */
export function shownOf(message: unknown, texts: PushTexts): Shown {
  const { id, category, lang, params } = (typeof message === 'object' && message !== null ? message : {}) as PushMessage
  const own = texts[String(lang)] ?? texts['en'] ?? {}
  const text = own[String(category)] ?? own['OTHER'] ?? ''
  const known = typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)
  return {
    body: text.replaceAll('{code}', typeof params?.code === 'string' ? params.code : ''),
    lang: texts[String(lang)] ? String(lang) : 'en',
    // One notice is shown once, however often it comes.
    tag: known ? id : 'notice',
    href: known ? `${page}?open=${id}` : page,
  }
}
