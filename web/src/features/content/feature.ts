import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { detailSearch, texts } from '../../lib/search.ts'

/** Pages of text, questions and answers, and what is announced to everybody. */
export const content = {
  screens: [
    screen({
      path: '/detail',
      title: 'common.footer.company',
      chrome: chromes.page,
      isNamedByContent: true,
      usesQueries: true,
      search: detailSearch,
      pageBy: ['id'],
      texts: ['content'],
      load: async () => (await import('./detail.tsx')).Detail,
    }),
    screen({
      path: '/introduction',
      title: 'help.way.introduction.title',
      chrome: chromes.page,
      isNamedByContent: true,
      usesQueries: true,
      search: texts('version'),
      texts: ['content'],
      load: async () => (await import('./detail.tsx')).Introduction,
    }),
    screen({
      path: '/help',
      title: 'help.title',
      chrome: chromes.page,
      usesQueries: true,
      texts: ['help'],
      load: async () => (await import('./help/screens.ts')).HelpScreen,
    }),
    screen({
      path: '/help/faq',
      title: 'help.faq.title',
      chrome: chromes.page,
      usesQueries: true,
      search: texts('id', 'q', 'cat', 'screen'),
      texts: ['help'],
      load: async () => (await import('./help/screens.ts')).FaqScreen,
    }),
    screen({
      path: '/help/notice',
      title: 'help.notice.title',
      chrome: chromes.page,
      usesQueries: true,
      search: texts('type', 'id', 'page'),
      texts: ['help'],
      load: async () => (await import('./help/screens.ts')).NoticeScreen,
    }),
  ],
} as const satisfies Feature
