/** The eleven languages: the wire's value, BCP 47 tag, its own name, direction. zh is the default. */
export const languages = [
  { value: 'zh', tag: 'zh-Hans', name: '简体中文', dir: 'ltr' },
  { value: 'en', tag: 'en', name: 'English', dir: 'ltr' },
  { value: 'ja', tag: 'ja', name: '日本語', dir: 'ltr' },
  { value: 'ko', tag: 'ko', name: '한국어', dir: 'ltr' },
  { value: 'de', tag: 'de', name: 'Deutsch', dir: 'ltr' },
  { value: 'fr', tag: 'fr', name: 'Français', dir: 'ltr' },
  { value: 'it', tag: 'it', name: 'Italiano', dir: 'ltr' },
  { value: 'ar', tag: 'ar', name: 'العربية', dir: 'rtl' },
  { value: 'hk', tag: 'zh-Hant-HK', name: '繁體中文', dir: 'ltr' },
  { value: 'es', tag: 'es', name: 'Español', dir: 'ltr' },
  { value: 'pt', tag: 'pt-BR', name: 'Português', dir: 'ltr' },
] as const

export type Lang = (typeof languages)[number]['value']
export const defaultLang: Lang = 'zh'
export const langValues = languages.map((language) => language.value) as readonly Lang[]
/** The language requested, or zh when absent or unknown. */
export const langOf = (value: unknown): Lang => langValues.find((lang) => lang === value) ?? defaultLang
