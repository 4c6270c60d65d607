import { noticeParams } from '@evenhand/protocol/notice-params.ts'
import { invariant } from '../kernel/http/refusal.ts'
import type { Module } from '../kernel/module/module.ts'
import type { NotificationSpecs } from '../kernel/module/notification.ts'

/** The specs of all notices, by template. Throws where two modules publish one template, or none one of the protocol's. */
export function collectNotifications(modules: readonly Module[]): NotificationSpecs {
  const specs = new Map<string, NotificationSpecs[string]>()
  for (const { name, notifications = {} } of modules)
    for (const [template, spec] of Object.entries(notifications)) {
      invariant(!specs.has(template), `${name} publishes ${template}, which another module publishes already`)
      specs.set(template, spec)
    }
  for (const template of Object.keys(noticeParams)) invariant(specs.has(template), `no module publishes ${template}`)
  return Object.fromEntries(specs)
}
