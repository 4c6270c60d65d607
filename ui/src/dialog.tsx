import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { keepFocus } from './keep-focus.ts'
import { openModal } from './open-dialogs.ts'

type DialogProps = {
  open: boolean
  /** Called for Esc, the close button and a press outside. */
  onClose: () => void
  title: ReactNode
  /** Name of the close button. */
  closeLabel: string
  /** `sheet` rises from the bottom on a mobile layout and is a centred dialog on a desktop. */
  variant?: 'dialog' | 'sheet'
  className?: string
  /** A press outside leaves it open: what is typed into it would be lost. */
  stays?: boolean
  children: ReactNode
}

const firstField = '[data-first-field] :is(input, select, textarea, [aria-pressed]):not(:disabled)'

const shape = {
  dialog: 'm-auto w-[min(30rem,calc(100vw-2rem))] rounded-card',
  sheet:
    'mx-auto desktop:my-auto desktop:w-[min(30rem,calc(100vw-2rem))] desktop:rounded-card mobile:mt-auto mobile:mb-0 mobile:w-full mobile:max-w-full mobile:rounded-t-sheet mobile:pb-[env(safe-area-inset-bottom)] motion-safe:mobile:animate-[sheet-in_240ms_var(--ease-sheet)]',
} as const

/**
 * A modal on the platform's own dialog: it traps focus, closes on Esc, and gives focus back to its opener. Focus begins at
 * the element with `data-first`, else at the first field of a form with `data-first-field`, else at the close
 * button.
 */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  variant = 'dialog',
  className,
  stays,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const opener = document.activeElement
    const find = (selector: string) => element.querySelector<HTMLElement>(selector)
    const first = () => find('[data-first]') ?? find(firstField)
    if (!open) {
      if (element.open) element.close()
      return undefined
    }
    const forget = openModal(element)
    first()?.focus()
    const endFocus = keepFocus(element, () => (first() ?? find('button'))?.focus())
    return () => {
      forget()
      endFocus()
      // A dialog that goes away while it is open gives focus back as one that closes does.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [open])
  const outside = (event: MouseEvent) => {
    if (!stays && event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => open && onClose()}
      onClick={outside}
      className={cx(
        'max-h-[90dvh] overflow-y-auto overscroll-contain bg-surface p-0 text-fg shadow-overlay',
        shape[variant],
        className,
      )}
    >
      {open && (
        <div className="px-5 pt-3 pb-5">
          <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
            <h2 id={titleId} className="text-18 font-700 wrap-anywhere">
              {title}
            </h2>
            <IconButton icon="close" label={closeLabel} onClick={onClose} className="-me-2 shrink-0" />
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** The buttons of a dialog; they stay in sight while what stands above them scrolls, and cover no control with focus. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
    {children}
  </div>
)
