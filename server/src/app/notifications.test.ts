import { noticeParams } from '@evenhand/protocol/notice-params.ts'
import { expect, it } from 'vitest'
import type { NotificationSpec } from '../kernel/module/notification.ts'
import { collectNotifications } from './notifications.ts'

const spec: NotificationSpec = { category: 'FUNDS', purpose: 'service', mail: 'chosen', link: () => '/' }
const known = Object.fromEntries(Object.keys(noticeParams).map((template) => [template, spec]))

it('each template of the protocol is published by one module, and a module may bring its own', () => {
  const wishes = { name: 'wishes', notifications: { 'wish.made': spec } }
  expect(Object.keys(collectNotifications([{ name: 'all', notifications: known }, { name: 'none' }, wishes]))).toEqual([
    ...Object.keys(noticeParams),
    'wish.made',
  ])
  expect(() => collectNotifications([wishes])).toThrow('no module publishes welcome')
  expect(() => collectNotifications([wishes, { ...wishes, name: 'hopes' }])).toThrow('hopes publishes wish.made')
})
