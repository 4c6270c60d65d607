import {
  addAlert,
  countUnread,
  getPreferences,
  listAlerts,
  listNotifications,
  readNotifications,
  removeAlert,
  setPreferences,
} from '@evenhand/protocol/notices.ts'
import { pushKey, subscribePush, unsubscribePush } from '@evenhand/protocol/push.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Notices } from './index.ts'

/** Requests of a customer about notices, their preferences, subscriptions to push, and price alerts. */
export const noticesRoutes = (notices: Notices): Mounted[] => [
  handle(listNotifications, notices.list),
  handle(countUnread, notices.unreadCount),
  handle(readNotifications, notices.read),
  handle(getPreferences, notices.preferences),
  handle(setPreferences, notices.choosePreferences),
  handle(pushKey, notices.pushKey),
  handle(subscribePush, notices.subscribePush),
  handle(unsubscribePush, notices.unsubscribePush),
  handle(listAlerts, notices.alerts),
  handle(addAlert, notices.addAlert),
  handle(removeAlert, notices.removeAlert),
]
