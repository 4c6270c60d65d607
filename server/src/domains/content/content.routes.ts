import {
  contentChanges,
  contentVersions,
  currentNotices,
  faqFeedback,
  getContentsById,
  getParamByKey,
  listContents,
  listFaq,
  noticeList,
  noticeRead,
} from '@evenhand/protocol/content.ts'
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
