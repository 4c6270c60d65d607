import { Button } from '@evenhand/ui/button.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type SectionProps = { title: string; text?: ReactNode; state?: ReactNode; children?: ReactNode }

/** One means of protection: what it is, whether it is on, and what can be done with it. */
export function Section({ title, text, state, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="max-w-card rounded-card bg-surface p-5 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={id} className="text-16 font-700">
          {title}
        </h2>
        {state && <span className="text-13 font-600 text-fg2">{state}</span>}
      </div>
      {text && <p className="mt-1.5 text-fg2">{text}</p>}
      {children && <div className="mt-4 flex flex-col gap-3">{children}</div>}
    </section>
  )
}

type LoadedProps<T> = {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** What a section shows once it is known; boxes until then, and a way to try again. */
export function Loaded<T>({ query: { data, isError, refetch }, children }: LoadedProps<T>) {
  const common = useTranslations('common')
  if (data !== undefined) return children(data)
  if (!isError) return <Skeleton className="h-11" />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <span>{common('state.loadFailed')}</span>
      <Button variant="secondary" onClick={() => void refetch()}>
        {common('retry')}
      </Button>
    </div>
  )
}
