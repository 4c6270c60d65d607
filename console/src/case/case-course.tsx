import { caseCourse, type CourseNoun } from '@evenhand/protocol/case-course.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useActionText, useReasonText } from '../lib/action-text.ts'
import { call } from '../lib/call.ts'
import { useMay } from '../lib/session.ts'
import { freshMs } from '../lib/use-page.ts'
import { When } from '../lib/when.tsx'
import { Part } from './facts.tsx'

/** What the record calls the open case (`deposit:<id>`), for the frame around it. */
export const SubjectContext = createContext<string | undefined>(undefined)

/** A subject of the record, where cases of a queue have a course. */
export const subjectOf = (noun: CourseNoun | undefined, id: string | undefined): string | undefined =>
  noun === undefined || id === undefined ? undefined : `${noun}:${id}`

/** Who decided what about the open case, when and why; nothing before the first decision. */
export function CaseCourse() {
  const t = useTranslations('common')
  const actionText = useActionText()
  const reasonText = useReasonText()
  const may = useMay()
  const subject = useContext(SubjectContext)
  const { data } = useQuery({
    queryKey: [caseCourse.path, subject],
    queryFn: ({ signal }) => call(caseCourse, { subject: subject ?? '' }, signal),
    enabled: subject !== undefined && may(caseCourse),
    refetchInterval: freshMs,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <Part title={t('course')}>
      <ol className="flex flex-col gap-2.5 text-13">
        {data.map(({ at, operator, roles, act, reason }) => (
          <li key={`${at}${act}${operator}`}>
            <p className="flex flex-wrap gap-x-3">
              <span className="font-600">{actionText(act)}</span>
              <span className="ms-auto text-fg2">
                <When ms={at} seconds />
              </span>
            </p>
            <p className="text-fg2">
              <bdi>{operator}</bdi> · {roles.map((role) => t(`role.${role}`)).join(' · ')}
            </p>
            <p dir="auto">{reasonText(reason)}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}
