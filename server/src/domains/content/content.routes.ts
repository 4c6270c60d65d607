import { contentChanges, contentVersions, getContentsById, listContents } from '@evenhand/protocol/content.ts'
import { currentNotices, noticeList, noticeRead } from '@evenhand/protocol/public-notices.ts'
import { faqFeedback, listFaq } from '@evenhand/protocol/faq.ts'
import { getParamByKey } from '@evenhand/protocol/site-params.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Content } from './index.ts'

/** Requests for published contents and parameters. */
export const contentRoutes = (content: Content): Mounted[] => [
  handle(listContents, content.listContents),
  handle(getContentsById, content.getContentsById),
  handle(contentVersions, content.contentVersions),
  handle(contentChanges, content.contentChanges),
  handle(listFaq, content.listFaq),
  handle(faqFeedback, content.faqFeedback),
  handle(noticeList, content.noticeList),
  handle(currentNotices, content.currentNotices),
  handle(noticeRead, content.noticeRead),
  handle(getParamByKey, content.getParamByKey),
]
