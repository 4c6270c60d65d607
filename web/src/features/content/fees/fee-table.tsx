import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

export type FeeLine = { readonly name: string; readonly value: string; readonly note?: string }
type TableProps = {
  title: string
  text?: string
  /** Since when these hold, in words. */
  since: string
  /** The screen that the figures come from. */
  source: { href: string; name: string }
  lines: readonly FeeLine[]
}

/** What one product costs, since when, and where that can be looked up. */
export function FeeTable({ title, text, since, source, lines }: TableProps) {
  const t = useTranslations('fees')
  const id = useId()
  return (
    <Card className="p-4 desktop:p-5">
      <h3 id={id} className="text-16 font-700">
        {title}
      </h3>
      {text !== undefined && <p className="mt-1 text-13 text-fg2">{text}</p>}
      <table aria-labelledby={id} className="mt-2 w-full text-14">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col">{t('column.value')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, value, note }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2 pe-4 text-start font-400">
                {name}
                {note !== undefined && <span className="block text-13 text-fg3">{note}</span>}
              </th>
              <td className="py-2 text-end align-top font-600">
                <bdi>{value}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex flex-wrap gap-x-3 border-t border-line pt-2 text-13 text-fg3">
        <span>{since}</span>
        <Link href={source.href} className="text-accent-text underline underline-offset-2">
          {source.name}
        </Link>
      </p>
    </Card>
  )
}
