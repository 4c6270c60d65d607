import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { ComplaintRow } from './complaint-row.tsx'
import { useComplaints } from './use-complaints.ts'

type ListProps = { headingRef: Ref<HTMLHeadingElement>; openNo: string | undefined }

/** Every complaint and where it stands, newest first. */
export function ComplaintList({ headingRef, openNo }: ListProps) {
  const t = useTranslations('complaints')
  const common = useTranslations('common')
  const { data, isError, refetch } = useComplaints()
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-20 text-18 font-700 outline-none">
        {t('list.title')}
      </h2>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[0, 1].map((at) => (
            <Skeleton key={at} className="h-14" />
          ))}
        </div>
      )}
      {data?.length === 0 && <EmptyState icon="list" title={t('list.none')} text={t('list.noneText')} />}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((one) => (
            <ComplaintRow key={one.id} complaint={one} isNamed={one.no === openNo} />
          ))}
        </ul>
      )}
    </Card>
  )
}
