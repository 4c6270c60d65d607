import type { Lang } from '@evenhand/protocol/languages.ts'

/** The slugs of the three lists of the footer, in its order; a page that does not ship is left out. */
export const footerOrder: Readonly<Record<number, readonly string[]>> = {
  1: ['about', 'licence', 'introduction', 'faq'],
  2: ['terms', 'privacy', 'cookies'],
  3: ['legal', 'disclaimer', 'risk', 'advertising', 'complaints', 'fees', 'price-sources', 'transparency'],
}

type FooterLink = { readonly link: string; readonly titles: Readonly<Record<Lang, string>> }

/** Items of the footer that lead to a screen instead of to a text. */
export const footerLinks: ReadonlyMap<string, FooterLink> = new Map([
  [
    'introduction',
    {
      link: '/introduction',
      titles: {
        zh: '平台介绍',
        en: 'Introduction',
        ja: 'サービス紹介',
        ko: '서비스 소개',
        de: 'Einführung',
        fr: 'Présentation',
        it: 'Presentazione',
        ar: 'تعريف بالمنصة',
        hk: '平台介紹',
        es: 'Presentación',
        pt: 'Apresentação',
      },
    },
  ],
  [
    'faq',
    {
      link: '/help/faq',
      titles: {
        zh: '常见问题',
        en: 'FAQ',
        ja: 'よくある質問',
        ko: '자주 묻는 질문',
        de: 'Häufige Fragen',
        fr: 'Questions fréquentes',
        it: 'Domande frequenti',
        ar: 'الأسئلة الشائعة',
        hk: '常見問題',
        es: 'Preguntas frecuentes',
        pt: 'Perguntas frequentes',
      },
    },
  ],
  [
    'transparency',
    {
      link: '/transparency',
      titles: {
        zh: '透明度',
        en: 'Transparency',
        ja: '透明性',
        ko: '투명성',
        de: 'Transparenz',
        fr: 'Transparence',
        it: 'Trasparenza',
        ar: 'الشفافية',
        hk: '透明度',
        es: 'Transparencia',
        pt: 'Transparência',
      },
    },
  ],
])

/** The day the links of the footer were last changed: epoch ms of 2026-11-27 UTC. */
export const linksUpdatedAt = 1_795_737_600_000
