const headings = ':is(h1, h2, h3, h4, h5, h6)'
// Not the page's main part, which shows no focus and is not announced: the heading above it does.
const regions = ':is(section, [role=tabpanel], [role=region])'
const controls = ':is(a[href], button:not(:disabled), summary)'
const lists = ':is(ul, ol, tbody)'

const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['open', 'disabled'] }

type Focused = {
  readonly element: HTMLElement
  readonly dialog: Element | null
  /** Whether it got the focus for what a dialog was opened from: itself, or because that is gone. */
  readonly isReturned: boolean
  readonly ancestors: readonly Ancestor[]
}
type Ancestor = {
  readonly element: Element
  /** The place of the row that had the focus, where it is a list. */
  readonly at: number
}

/** What a screen does by itself once a pressed control is gone comes first, within so many ms. */
export const ownFocusMs = 100

/**
 * From now on, where a dialog closes and what opened it goes away with what was done, such as the button that closes a
 * position, the focus moves to what is nearest to it: the row that took the place of its row, else the heading of the part
 * of the page in which it stood. The same where a control that was pressed by a key takes itself away or disables itself on
 * its page and the screen has no element for the focus. Browsers let it fall to the body, at the start of the page. Returns
 * how to end it.
 */
export function returnFocus(): () => void {
  // What was focused last on the page, then in each dialog over it.
  let stack: Focused[] = []
  let pressed: { readonly element: HTMLElement; readonly path: string } | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  let isLanding = false
  const landNear = ({ ancestors }: Focused) => {
    isLanding = true
    land(ancestors)
    isLanding = false
  }
  // A click of a key has no count.
  const press = ({ detail }: MouseEvent) => {
    const top = stack.at(-1)
    pressed = detail === 0 && top?.dialog === null ? { element: top.element, path: location.pathname } : undefined
  }
  const landLater = (top: Focused) => {
    clearTimeout(later)
    later = setTimeout(() => {
      const isStill = stack.at(-1) === top && pressed?.path === location.pathname
      if (!isStill || document.activeElement !== document.body) return
      // What was disabled only for a moment has it again.
      top.element.focus({ preventScroll: true })
      if (document.activeElement !== top.element) landNear(top)
    }, ownFocusMs)
  }
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const dialog = target.closest('dialog')
    const same = dialog === null ? 0 : stack.findIndex((one) => one.dialog === dialog)
    // What it landed on may go as well: a sold order shows its result for a moment, then leaves its list.
    const isReturned = dialog === null && (isLanding || stack.length > 1)
    const focused = { element: target, dialog, isReturned, ancestors: ancestorsOf(target) }
    stack = [...stack.slice(0, same < 0 ? stack.length : same), focused]
  }
  // A press on what takes no focus takes it away on purpose; what a dialog was opened from is kept.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Element) || stack.at(-1)?.element.contains(target)) return
    const dialog = target.closest('dialog')
    stack = stack.filter((one) => dialog !== null && one.dialog !== dialog)
  }
  const observer = new MutationObserver(() => {
    const top = stack.at(-1)
    if (!top) return
    // A control that its own press disabled lets the focus fall only once this has run.
    if (top.element.matches(':disabled') && pressed?.element === top.element) return landLater(top)
    if (document.activeElement !== document.body || top.element.isConnected) return
    if (top.dialog === null && !top.isReturned) {
      if (pressed?.element === top.element) landLater(top)
      return
    }
    while (document.activeElement === document.body) {
      const last = stack.at(-1)
      // A dialog that stays open, whose own control is gone, still has to give the focus back.
      if (!last || (last.dialog?.isConnected && last.dialog.matches('[open]'))) return
      stack = stack.slice(0, -1)
      if (isShown(last.element)) {
        last.element.focus({ preventScroll: true })
        stack = [{ ...last, isReturned: last.dialog === null }]
      } else if (last.dialog === null) return landNear(last)
    }
  })
  observer.observe(document.body, watched)
  document.addEventListener('pointerdown', forget, true)
  document.addEventListener('focusin', note)
  document.addEventListener('click', press, true)
  return () => {
    clearTimeout(later)
    document.removeEventListener('click', press, true)
    observer.disconnect()
    document.removeEventListener('pointerdown', forget, true)
    document.removeEventListener('focusin', note)
  }
}

const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0

function ancestorsOf(focused: Element): Ancestor[] {
  const found: Ancestor[] = []
  for (let child = focused; child.parentElement; child = child.parentElement)
    found.push({
      element: child.parentElement,
      at: child.parentElement.matches(lists) ? [...child.parentElement.children].indexOf(child) : 0,
    })
  return found
}

/** Focuses what is nearest to an element that is gone, without scrolling. */
function land(ancestors: readonly Ancestor[]): void {
  for (const { element, at } of ancestors) {
    const target = isShown(element) ? targetIn(element, at) : undefined
    if (!target) continue
    if (!target.matches(controls)) target.setAttribute('tabindex', '-1')
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}

function targetIn(element: Element, at: number): HTMLElement | undefined {
  const row = element.matches(lists) ? element.children[Math.min(at, element.children.length - 1)] : undefined
  const inRow = row?.querySelector<HTMLElement>(headings) ?? row?.querySelector<HTMLElement>(controls)
  if (inRow) return inRow
  if (row instanceof HTMLTableRowElement) return row
  const heading = [...element.querySelectorAll<HTMLElement>(headings)].find(isShown)
  return heading ?? (element instanceof HTMLElement && element.matches(regions) ? element : undefined)
}
