import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'
import { useFeatures } from '../lib/feature.ts'
import { useSentence } from '../lib/use-sentence.ts'
import type { RequestedChange } from './requested-change.ts'

const variants = {
  PROPOSED: 'warn',
  APPROVED: 'good',
  SCHEDULED: 'accent',
  APPLIED: 'good',
  REJECTED: 'danger',
  EXPIRED: 'plain',
} as const satisfies Record<RequestedChange['status'], string>

export function RequestStatusChip({ status }: { status: RequestedChange['status'] }) {
  const t = useTranslations('requests')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** What a request requests, in one line; all its values stand in the open case. */
export function useRequestLine(): (request: Pick<RequestedChange, 'kind' | 'values'>) => string {
  const { requests } = useFeatures()
  const sentence = useSentence()
  return ({ kind, values }) => {
    const line = requests.get(kind)?.line(values)
    return line === undefined ? kind : sentence(line)
  }
}

/** What follows from the second signature. */
export function useRequestEffect(): (request: Pick<RequestedChange, 'kind' | 'values'>) => string {
  const { requests } = useFeatures()
  const sentence = useSentence()
  return ({ kind, values }) =>
    sentence(requests.get(kind)?.effect?.(values) ?? { key: 'requests.effect.applies', values: {} })
}
