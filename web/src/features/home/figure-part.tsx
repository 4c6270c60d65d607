import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import type { SignedStats } from './load-figures.ts'
import { SqlDetails } from './sql-details.tsx'

export type Part = { stats: SignedStats }
/** `parameters` are the values of $1 and on in the statement. */
type FigureTexts = { name: string; title: string; text: string; parameters?: string }

/** The value of a figure as it is signed; null without a basis. */
export const valueOf = ({ figures }: SignedStats, name: string): string | null =>
  figures.find((figure) => figure.name === name)?.value ?? null

/** A card of one figure: what it is, what it means, and the query of the records. */
export function FigurePart({
  stats,
  name,
  title,
  text,
  parameters,
  children,
}: Part & FigureTexts & { children: ReactNode }) {
  const hash = stats.figures.find((figure) => figure.name === name)?.sqlHash
  const sql = stats.queries.find((query) => query.hash === hash)?.sql
  return (
    <Card className="p-4 desktop:p-5">
      <h3 className="text-16 font-700">{title}</h3>
      <p className="mt-1 max-w-text text-fg2">{text}</p>
      {children}
      {sql !== undefined && (
        <SqlDetails className="mt-3" sql={sql}>
          {parameters !== undefined && <p className="mt-2 text-12 text-fg2">{parameters}</p>}
        </SqlDetails>
      )}
    </Card>
  )
}

/** The value of a figure, as a sentence. */
export const Shown = ({ children }: { children: ReactNode }) => <p className="mt-3 text-15 font-600">{children}</p>
