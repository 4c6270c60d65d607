import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { detailSearch, texts } from '../../lib/search.ts'

// Each file is named once, however many screens it has: every file is named in everybody's first page.
const help = () => import('./help/screens.ts')
const detail = () => import('./detail.tsx')

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
      load: async () => (await detail()).Detail,
    }),
    screen({
      path: '/introduction',
      title: 'help.way.introduction.title',
      chrome: chromes.page,
      isNamedByContent: true,
      usesQueries: true,
      search: texts('version'),
      texts: ['content'],
      load: async () => (await detail()).Introduction,
    }),
    screen({
      path: '/help',
      title: 'help.title',
      chrome: chromes.page,
      usesQueries: true,
      texts: ['help'],
      load: async () => (await help()).HelpScreen,
    }),
    screen({
      path: '/help/faq',
      title: 'help.faq.title',
      chrome: chromes.page,
      usesQueries: true,
      search: texts('id', 'q', 'cat', 'screen'),
      texts: ['help', 'content'],
      load: async () => (await help()).FaqScreen,
    }),
    screen({
      path: '/help/notice',
      title: 'help.notice.title',
      chrome: chromes.page,
      usesQueries: true,
      search: texts('type', 'id', 'page'),
      texts: ['help', 'content'],
      load: async () => (await help()).NoticeScreen,
    }),
  ],
} as const satisfies Feature
