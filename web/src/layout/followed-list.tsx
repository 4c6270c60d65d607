import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'

const firstShown = 10

type Words = {
  title: string
  none: string
  noneText: string
  /** What holds although the list could not be loaded. */
  safe?: string
  more: (count: number) => string
}

type ListProps<T> = {
  headingRef?: Ref<HTMLHeadingElement> | undefined
  words: Words
  query: { data: readonly T[] | undefined; isError: boolean; refetch: () => unknown }
  children: (one: T) => ReactNode
}

/** What a customer has sent off and follows to its end, newest first: the newest ten, and the rest at a press. */
export function FollowedList<T>({ headingRef, words, query, children }: ListProps<T>) {
  const common = useTranslations('common')
  const { data, isError, refetch } = query
  const [all, setAll] = useState(false)
  const shown = all ? data : data?.slice(0, firstShown)
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-20 text-18 font-700 outline-none">
        {words.title}
      </h2>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={words.safe}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-14" />
          ))}
        </div>
      )}
      {data?.length === 0 && <EmptyState icon="list" title={words.none} text={words.noneText} />}
      {shown && shown.length > 0 && <ul className="flex flex-col divide-y divide-line">{shown.map(children)}</ul>}
      {data && data.length > firstShown && !all && (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {words.more(data.length)}
        </Button>
      )}
    </Card>
  )
}
