import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import type { NotificationEvent } from '../notices/index.ts'

type KycTemplate = Extract<NoticeTemplate, `kyc.${string}`>

/** What a customer is told of an identification, once for each form and step. `number` tells repeated steps apart. */
export const kycNotice = (
  template: KycTemplate,
  {
    id,
    accountId,
    number = 1,
    params = {},
  }: { id: string; accountId: bigint; number?: number; params?: NotificationEvent['params'] },
): NotificationEvent => ({ accountId, template, params, ref: `${template} ${id} ${number}` })
