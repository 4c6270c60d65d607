import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import type { Handed } from '../notices/index.ts'

type KycTemplate = Extract<NoticeTemplate, `kyc.${string}`>

/** What a customer is told of an identification, once for each form and step. `number` tells repeated steps apart. */
export const kycTold = (
  template: KycTemplate,
  {
    id,
    accountId,
    number = 1,
    params = {},
  }: { id: string; accountId: bigint; number?: number; params?: Handed['params'] },
): Handed => ({ accountId, template, params, ref: `${template} ${id} ${number}` })
