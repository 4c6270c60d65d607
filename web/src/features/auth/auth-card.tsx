import { FieldError } from '@evenhand/ui/field.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { ScreenHelp } from '../../layout/screen-help.tsx'

/** The frame of the sign-in screens: a card on a desktop, the whole screen on a phone. */
export const AuthCard = ({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto w-full max-w-form px-4 pt-6 pb-16 desktop:max-w-120 desktop:pt-14">
    <div className="desktop:rounded-card desktop:bg-surface desktop:p-8 desktop:ring-1 desktop:ring-line">
      <div className="flex items-start justify-between gap-3">
        <h1 className="text-28 leading-tight font-700">{title}</h1>
        <ScreenHelp />
      </div>
      {intro && <p className="mt-2 text-fg2">{intro}</p>}
      <div className="mt-6">{children}</div>
    </div>
  </div>
)

/** A problem that concerns the whole form; read out when it comes. */
export const FormProblem = ({ children }: { children: ReactNode }) => <FieldError>{children}</FieldError>

/** What came of a form, in its place: it has the focus, so that it is read out and the keys go on from there. */
export function Outcome({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <div ref={text} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {children}
    </div>
  )
}
