import { FieldError } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'

/** What a call was refused with, in the row of a dialog's buttons: in sight with them, however long the dialog is. */
export const DialogProblem = ({ children }: { children: ReactNode }) =>
  children ? (
    <div className="w-full">
      <FieldError>{children}</FieldError>
    </div>
  ) : null
