import type { NoticeCategory } from '@evenhand/protocol/notices.ts'
import type { NotificationParams, NotificationSpec, NotificationSpecs } from '../../kernel/module/notification.ts'
import { invariant } from '../../kernel/http/refusal.ts'

/** The specs of the notices that all modules publish, by template. */
export type NotificationCatalogue = ReturnType<typeof createNotificationCatalogue>

/** An empty catalogue: the app fills it once every module is constructed, before any of them starts. */
export function createNotificationCatalogue() {
  const specs = new Map<string, NotificationSpec>()
  /** Throws where no module publishes the template. */
  const specOf = (template: string): NotificationSpec => {
    const spec = specs.get(template)
    invariant(spec, `no module publishes ${template}`)
    return spec
  }
  return {
    add(added: NotificationSpecs): void {
      for (const [template, spec] of Object.entries(added)) specs.set(template, spec)
    },
    specOf,
    /** What a notice is about; throws where no module publishes its template. */
    categoryOf({ template, params }: { template: string; params: NotificationParams }): NoticeCategory {
      const { category, riskIf } = specOf(template)
      return riskIf?.(params) === true ? 'RISK' : category
    },
  }
}
